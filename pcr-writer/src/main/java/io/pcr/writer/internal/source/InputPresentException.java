package io.pcr.writer.internal.source;

import java.io.IOException;

/** An input is in the dataset already, with the same bytes: it is neither stored nor rejected. */
public final class InputPresentException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long bytes;
  private final boolean hasOriginal;

  /**
   * @param hasOriginal whether the dataset says how the input's bytes are had from it
   */
  public InputPresentException(String key, long bytes, boolean hasOriginal) {
    super(key + ": already in the dataset");
    this.bytes = bytes;
    this.hasOriginal = hasOriginal;
  }

  /** Whether the dataset says how the input's bytes are had from it. */
  public boolean hasOriginal() {
    return hasOriginal;
  }

  /** The length of the input. */
  public long bytes() {
    return bytes;
  }
}
