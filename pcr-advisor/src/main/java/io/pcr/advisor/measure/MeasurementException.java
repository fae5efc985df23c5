package io.pcr.advisor.measure;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A measurement on another thread failed. */
final class MeasurementException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MeasurementException(Throwable cause) {
    super(cause);
  }

  /** The error of the storage or the data that it was, or this. */
  IOException asIo() {
    if (getCause() instanceof IOException io) {
      return io;
    }
    if (getCause() instanceof UncheckedIOException unchecked) {
      return unchecked.getCause();
    }
    throw this;
  }
}
