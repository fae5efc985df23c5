package io.pcr.writer.convert;

import io.pcr.writer.reject.Reject;
import java.io.IOException;

/**
 * An input was rejected, and the options say that none may be. What is finished is kept for another
 * try.
 */
public final class ConversionStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  ConversionStoppedException(Reject reject) {
    super(reject.path() + ": " + reject.detail() + " (" + reject.reason() + ")");
  }
}
