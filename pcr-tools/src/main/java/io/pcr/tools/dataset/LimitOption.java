package io.pcr.tools.dataset;

import io.pcr.codecs.CodecException;
import io.pcr.format.error.PcrException;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Which option raises which of the reader's limits, {@link io.pcr.format.Limits}: what a message
 * advises comes from here, so that nobody is sent to an option that does not help.
 */
public enum LimitOption {
  METADATA_BYTES("metadataBytes", ""),
  SLICE_BYTES("sliceBytes", ""),
  PREFIX_BYTES("prefixBytes", ""),
  PIXELS("pixels", PixelLimit.OPTION),
  INPUT_SCANS("inputScans", ""),
  STORED_SCANS("storedScans", "");

  private final String limit;
  private final String option;

  LimitOption(String limit, String option) {
    this.limit = limit;
    this.option = option;
  }

  /** The name of the limit, as the library and the specification have it. */
  public String limit() {
    return limit;
  }

  /** The option that raises it; empty when there is none. */
  public Optional<String> option() {
    return option.isEmpty() ? Optional.empty() : Optional.of(option);
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

  private static Optional<String> option(Throwable e) {
    String limit =
        e instanceof PcrException.LimitExceeded exceeded
            ? exceeded.limitName()
            : e instanceof CodecException codec ? codec.excess() : "";
    return Arrays.stream(values())
        .filter(known -> known.limit.equals(limit))
        .findFirst()
        .flatMap(LimitOption::option);
  }
}
