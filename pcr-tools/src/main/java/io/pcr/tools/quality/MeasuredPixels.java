package io.pcr.tools.quality;

import io.pcr.format.Limits;
import io.pcr.reader.quality.FidelityMeasurement;
import io.pcr.reader.quality.NothingMeasuredException;
import io.pcr.tools.terminal.ByteSize;
import picocli.CommandLine.Option;

/** How large the images may be that are measured. */
public final class MeasuredPixels {
  @Option(
      names = "--max-pixels",
      paramLabel = "N",
      description =
          "Images with more pixels are not measured, because that takes 60 bytes of memory"
              + " per pixel; default 12M.",
      converter = ByteSize.class)
  private long pixels = FidelityMeasurement.DEFAULT_PIXELS;

  /** The most pixels of an image that is measured. */
  public long most() {
    return Math.min(pixels, FidelityMeasurement.MOST_PIXELS);
  }

  /** The limits for reading the dataset. */
  public Limits limits() {
    return Limits.DEFAULT.withPixels(Math.max(pixels, Limits.DEFAULT.pixels()));
  }

  /** What is over the limit, and what to do about it. */
  String overLimit(long images) {
    return NothingMeasuredException.overLimit(images, most()) + advice(most());
  }

  /** Why nothing was measured, and what to do about it. */
  public static String why(NothingMeasuredException e) {
    return e.reason() == NothingMeasuredException.Reason.OVER_LIMIT
        ? e.getMessage() + advice(e.limit())
        : e.getMessage();
  }

  private static String advice(long limit) {
    return limit < FidelityMeasurement.MOST_PIXELS ? "; --max-pixels raises it" : "";
  }
}
