package io.pcr.writer.internal.publish;

import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** A segment of the index of keys that cannot be read as it must be, or is not there. */
final class DamagedSegmentException extends IOException {
  private static final long serialVersionUID = 1L;

  private DamagedSegmentException(IOException damage) {
    super("a segment of the index of keys is damaged: " + damage.getMessage(), damage);
  }

  /** What reads from a segment, and from nothing else. */
  @FunctionalInterface
  interface Reading<T> {
    T run() throws IOException;
  }

  /** Reads from a segment. */
  static <T> T reading(Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (PcrException | NoSuchFileException e) {
      throw new DamagedSegmentException(e);
    }
  }
}
