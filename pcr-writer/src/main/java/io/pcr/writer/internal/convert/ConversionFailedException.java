package io.pcr.writer.internal.convert;

import io.pcr.format.error.PcrException;
import io.pcr.writer.internal.source.SourceErrors;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Says that a conversion could not continue: no space, no permission, a disk error. The finished
 * shards are kept; run the same conversion again to continue.
 */
public final class ConversionFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * With less free space than this, a full file system is a likely cause, whatever the error says.
   */
  private static final long LITTLE_SPACE = 16L << 20;

  public ConversionFailedException(Path out, IOException cause) {
    super(
        said(cause)
            + space(out)
            + "; what is finished is kept in "
            + out
            + (cause instanceof PcrException
                ? "; 'pcr verify' says what is damaged there; after it is repaired, the same"
                    + " command continues"
                : ", and the same command continues from there"),
        cause);
  }

  /** The message of a missing file, or one without a right to it, is its name alone. */
  private static String said(IOException cause) {
    return cause instanceof FileSystemException file && file.getReason() == null
        ? file.getFile()
            + (file instanceof NoSuchFileException
                ? ": no such file or folder"
                : ": " + SourceErrors.say(file))
        : cause.getMessage();
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
