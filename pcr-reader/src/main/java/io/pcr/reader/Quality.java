package io.pcr.reader;

import static java.util.Objects.requireNonNull;

/**
 * The average quality that images must reach; a program chooses a fidelity with it. Immutable.
 *
 * @param metric the measure that compares images with the same images at full fidelity
 * @param atLeast the mean that the measured images must reach
 * @param at the size at which the images are compared
 */
public record Quality(Metric metric, double atLeast, ViewSize at) {
  /** A measure of how similar two images are. */
  public enum Metric {
    /** Multi-scale structural similarity; 1 for equal images. */
    MS_SSIM,
    /** Peak signal-to-noise ratio in dB; infinite for equal images. */
    PSNR
  }

  public Quality {
    requireNonNull(metric, "metric");
    requireNonNull(at, "at");
    if (Double.isNaN(atLeast)) {
      throw new IllegalArgumentException("quality is not a number");
    }
    if (metric == Metric.MS_SSIM && (atLeast < 0 || atLeast > 1)) {
      throw new IllegalArgumentException("MS-SSIM is in 0..1, not " + atLeast);
    }
  }

  /** A mean MS-SSIM, in 0..1, of images at full size. */
  public static Quality msSsim(double atLeast) {
    return new Quality(Metric.MS_SSIM, atLeast, ViewSize.FULL);
  }

  /** A mean PSNR in dB, of images at full size. */
  public static Quality psnr(double atLeast) {
    return new Quality(Metric.PSNR, atLeast, ViewSize.FULL);
  }

  /** The same quality of images at another size. */
  public Quality at(ViewSize size) {
    return new Quality(metric, atLeast, size);
  }
}
