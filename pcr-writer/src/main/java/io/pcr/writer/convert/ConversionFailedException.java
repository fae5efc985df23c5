package io.pcr.writer.convert;

import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A conversion that could not go on: no space, no rights, a disk error. What is finished is kept
 * for another try.
 */
public final class ConversionFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * With less than this left, a full filesystem is a likely cause, whatever the cause calls itself.
   */
  private static final long LITTLE_SPACE = 16L << 20;

  ConversionFailedException(Path out, IOException cause) {
    super(
        cause.getMessage()
            + space(out)
            + "; what is finished is kept in "
            + out
            + (cause instanceof PcrException
                ? "; 'pcr verify' says what is damaged there, and once that is mended the same"
                    + " command goes on"
                : ", and the same command goes on from there"),
        cause);
  }

  private static String space(Path out) {
    try {
      long left = Files.getFileStore(out).getUsableSpace();
      return left < LITTLE_SPACE ? " (" + left + " bytes are left on its filesystem)" : "";
    } catch (IOException e) {
      return "";
    }
  }
}
