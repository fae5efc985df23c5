package io.pcr.reader;

import static java.util.Objects.requireNonNull;

/**
 * The average quality that images must reach; a program chooses a fidelity with it. Immutable.
 *
 * @param metric the measure that compares images with the same images at full fidelity
 * @param atLeast the mean that the measured images must reach
 */
public record Quality(Metric metric, double atLeast) {
  /** A measure of how similar two images are. */
  public enum Metric {
    /** Multi-scale structural similarity; 1 for equal images. */
    MS_SSIM,
    /** Peak signal-to-noise ratio in dB; infinite for equal images. */
    PSNR
  }

  public Quality {
    requireNonNull(metric, "metric");
    if (Double.isNaN(atLeast)) {
      throw new IllegalArgumentException("quality is not a number");
    }
    if (metric == Metric.MS_SSIM && (atLeast < 0 || atLeast > 1)) {
      throw new IllegalArgumentException("MS-SSIM is in 0..1, not " + atLeast);
    }
  }

  /** A mean MS-SSIM, in 0..1. */
  public static Quality msSsim(double atLeast) {
    return new Quality(Metric.MS_SSIM, atLeast);
  }

  /** A mean PSNR in dB. */
  public static Quality psnr(double atLeast) {
    return new Quality(Metric.PSNR, atLeast);
  }
}
