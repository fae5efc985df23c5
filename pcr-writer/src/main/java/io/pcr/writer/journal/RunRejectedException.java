package io.pcr.writer.journal;

import java.io.IOException;

/**
 * A run cannot start as it was asked for. Nothing was changed. The message says what to do instead.
 */
public final class RunRejectedException extends IOException {
  private static final long serialVersionUID = 1L;

  public RunRejectedException(String message) {
    super(message);
  }
}
