package io.pcr.writer.internal.source;

import java.io.IOException;

/** An input is in the dataset already, with the same bytes: it is neither stored nor rejected. */
public final class InputPresentException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Whether the dataset says how the input's bytes are had from it. */
  public enum Original {
    KEPT,
    NOT_KEPT,
    /** What would say it is damaged, in all copies of the shard. */
    DAMAGED
  }

  private final long bytes;
  private final Original original;

  public InputPresentException(String key, long bytes, Original original) {
    super(key + ": already in the dataset");
    this.bytes = bytes;
    this.original = original;
  }

  /** Whether the dataset says how the input's bytes are had from it. */
  public Original original() {
    return original;
  }

  /** The length of the input. */
  public long bytes() {
    return bytes;
  }
}
