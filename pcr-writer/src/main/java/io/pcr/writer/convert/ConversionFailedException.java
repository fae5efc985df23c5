package io.pcr.writer.convert;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A conversion that could not go on: no space, no rights, a disk error. What is finished is kept
 * for another try.
 */
public final class ConversionFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  ConversionFailedException(Path out, IOException cause) {
    super(
        cause.getMessage()
            + "; what is finished is kept in "
            + out
            + ", and the same command goes on from there",
        cause);
  }
}
