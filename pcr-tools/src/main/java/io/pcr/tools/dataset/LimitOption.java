package io.pcr.tools.dataset;

import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Which option of the command line raises which limit: what a message advises comes from here, so
 * that nobody is sent to an option that does not help.
 */
public final class LimitOption {
  private LimitOption() {}

  /** The option that raises a limit; empty when there is none. */
  public static Optional<String> of(Limit limit) {
    return switch (limit) {
      case PIXELS -> Optional.of(PixelLimit.OPTION);
      case METADATA_BYTES, SLICE_BYTES, PREFIX_BYTES, INPUT_SCANS, STORED_SCANS -> Optional.empty();
      case HEAP, DIRECT_MEMORY, NATIVE_MEMORY -> Optional.empty();
      case OUTPUT_ROOM -> Optional.empty();
      case BUFFER_BYTES, JPEG_SLICES, JPEG_SEGMENTS, PNG_CHUNK_BYTES, ZSTD_WINDOW ->
          Optional.empty();
    };
  }

  /** What to do about an error, behind its message; empty when no option of a command helps. */
  public static String advice(Throwable e, CommandSpec command) {
    return option(e)
        .filter(name -> command.findOption(name) != null)
        .map(LimitOption::raises)
        .orElse("");
  }

  /** As {@link #advice(Throwable, CommandSpec)}, of commands that have {@link PixelLimit}. */
  public static String advice(Throwable e) {
    return option(e).map(LimitOption::raises).orElse("");
  }

  private static String raises(String option) {
    return "; " + option + " raises it";
  }

  /** As {@link #advice(Throwable)}, about a limit, if it is about one. */
  public static String advice(Optional<Limit> limit) {
    return limit.flatMap(LimitOption::of).map(LimitOption::raises).orElse("");
  }

  private static Optional<String> option(Throwable e) {
    return e instanceof PcrException.LimitExceeded exceeded
        ? of(exceeded.limit())
        : Optional.empty();
  }
}
