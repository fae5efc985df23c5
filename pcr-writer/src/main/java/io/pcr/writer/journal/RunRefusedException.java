package io.pcr.writer.journal;

import java.io.IOException;

/** A run that must not start as asked; nothing was changed. The message says what to do instead. */
public final class RunRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  public RunRefusedException(String message) {
    super(message);
  }
}
