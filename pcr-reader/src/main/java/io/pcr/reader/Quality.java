package io.pcr.reader;

import static java.util.Objects.requireNonNull;

import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;

/**
 * The average quality that images must reach; a program chooses a fidelity with it. Immutable.
 *
 * @param mean which mean over images, compared with the same images at full fidelity
 * @param atLeast what the mean of the measured images must reach
 * @param reconstruction how the images are decoded
 * @param at the size at which the images are compared
 */
public record Quality(Mean mean, double atLeast, Reconstruction reconstruction, ViewSize at) {
  /** The mean of a measure of how similar two images are. */
  public enum Mean {
    /** Multi-scale structural similarity; 1 for equal images. */
    MS_SSIM,
    /** Peak signal-to-noise ratio in dB; infinite for equal images. */
    PSNR
  }

  public Quality {
    requireNonNull(mean, "mean");
    requireNonNull(reconstruction, "reconstruction");
    requireNonNull(at, "at");
    if (Double.isNaN(atLeast)) {
      throw new IllegalArgumentException("quality is not a number");
    }
    if (mean == Mean.MS_SSIM && (atLeast < 0 || atLeast > 1)) {
      throw new IllegalArgumentException("MS-SSIM is in 0..1, not " + atLeast);
    }
  }

  /** A mean MS-SSIM, in 0..1, of images at full size as any decoder shows them. */
  public static Quality msSsim(double atLeast) {
    return new Quality(Mean.MS_SSIM, atLeast, Reconstruction.PLAIN, ViewSize.FULL);
  }

  /** A mean PSNR in dB, of images at full size as any decoder shows them. */
  public static Quality psnr(double atLeast) {
    return new Quality(Mean.PSNR, atLeast, Reconstruction.PLAIN, ViewSize.FULL);
  }

  /** The same quality of images at another size. */
  public Quality at(ViewSize size) {
    return new Quality(mean, atLeast, reconstruction, size);
  }

  /** The same quality of images that are decoded in another way. */
  public Quality of(Reconstruction decoded) {
    return new Quality(mean, atLeast, decoded, at);
  }

  /** What a manifest calls the way in which the images are compared. */
  QualityMeasure measure() {
    return new QualityMeasure(QualityMeasure.Metric.MS_SSIM, reconstruction, at);
  }
}
