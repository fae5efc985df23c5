package io.pcr.writer.source;

import java.io.IOException;

/** An input is in the dataset already, with the same bytes: it is neither stored nor rejected. */
public final class InputPresentException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long bytes;

  public InputPresentException(String key, long bytes) {
    super(key + ": is in the dataset already");
    this.bytes = bytes;
  }

  /** The length of the input. */
  public long bytes() {
    return bytes;
  }
}
