package io.pcr.writer.source;

import java.io.IOException;
import java.nio.file.Path;

/** A labels file has an error. The message names the file and the line. */
public final class LabelsFileException extends IOException {
  private static final long serialVersionUID = 1L;

  public LabelsFileException(Path file, String problem) {
    super(file + ": " + problem);
  }

  public LabelsFileException(Path file, long line, String problem) {
    super(file + ", line " + line + ": " + problem);
  }

  public LabelsFileException(Path file, long line, String problem, Throwable cause) {
    super(file + ", line " + line + ": " + problem, cause);
  }
}
