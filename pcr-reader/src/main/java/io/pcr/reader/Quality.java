package io.pcr.reader;

import static java.util.Objects.requireNonNull;

/**
 * A quality that images should have on average, to choose a fidelity by. Immutable.
 *
 * @param metric what is measured against the full images
 * @param atLeast the mean over the images measured
 */
public record Quality(Metric metric, double atLeast) {
  /** A measure of how alike two images are. */
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
