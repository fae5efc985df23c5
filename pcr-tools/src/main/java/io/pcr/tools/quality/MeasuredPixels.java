package io.pcr.tools.quality;

import io.pcr.format.Limits;
import io.pcr.tools.terminal.ByteSize;
import picocli.CommandLine.Option;

/** How large the images may be that are measured. */
public final class MeasuredPixels {
  /** As {@code --max-pixels} says: the metric keeps six doubles a pixel. */
  public static final long DEFAULT = 12L << 20;

  /** Pixels in RGB are one buffer. */
  static final long MOST = Integer.MAX_VALUE / 3;

  @Option(
      names = "--max-pixels",
      paramLabel = "N",
      description =
          "Larger images are not measured, which takes 60 bytes of memory a pixel; default 12M.",
      converter = ByteSize.class)
  private long pixels = DEFAULT;

  /** The most pixels of an image that is measured. */
  public long most() {
    return Math.min(pixels, MOST);
  }

  /** The limits for reading the dataset. */
  public Limits limits() {
    return Limits.DEFAULT.withPixels(Math.max(pixels, Limits.DEFAULT.pixels()));
  }
}
