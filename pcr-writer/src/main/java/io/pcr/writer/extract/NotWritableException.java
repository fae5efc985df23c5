package io.pcr.writer.extract;

import java.io.IOException;

/** A sample that what is written to has no form for. */
public final class NotWritableException extends IOException {
  private static final long serialVersionUID = 1L;

  /** For a reason. */
  public NotWritableException(String why) {
    super(why);
  }
}
