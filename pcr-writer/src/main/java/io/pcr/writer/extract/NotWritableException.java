package io.pcr.writer.extract;

import java.io.IOException;

/** Says that the target cannot hold a sample. Other samples can still be written. */
public final class NotWritableException extends IOException {
  private static final long serialVersionUID = 1L;

  /** An exception with a reason. */
  public NotWritableException(String why) {
    super(why);
  }
}
