package io.pcr.reader.internal.output;

import io.pcr.reader.output.OutputReport;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;

/**
 * Why the file that records are read from may not be their shard. Records can be read from any
 * file, and nothing can be taken back that was given out of a wrong one, so this is found out
 * first.
 */
public final class FileDoubt {
  private FileDoubt() {}

  /** Compares all of a file with what its shard must be. */
  @FunctionalInterface
  public interface Check {
    boolean isShard() throws IOException;
  }

  /**
   * The doubt about a file, if there is one. What can be read of the file is given out all the
   * same.
   *
   * @param otherwise what to say when it is another file
   */
  public static Optional<String> of(Check check, String otherwise)
      throws ClosedByInterruptException {
    try {
      return check.isShard() ? Optional.empty() : Optional.of(otherwise);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      return Optional.of(OutputReport.why(e));
    }
  }
}
