package io.pcr.tools.extract;

import java.io.IOException;

/** A sample that what is written to has no form for. */
final class NotWritableException extends IOException {
  private static final long serialVersionUID = 1L;

  NotWritableException(String why) {
    super(why);
  }
}
