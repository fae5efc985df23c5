package io.pcr.format.quality;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * How pictures are compared with those of full fidelity: by what metric, as which decoder shows
 * them, at which size. Numbers of the same measure can be compared. Immutable; ordered as manifests
 * order their curves.
 */
public record QualityMeasure(Metric metric, Reconstruction reconstruction, ViewSize at)
    implements Comparable<QualityMeasure> {
  /** Of pictures as they are stored, as any decoder shows them. */
  public static final QualityMeasure MS_SSIM =
      new QualityMeasure(Metric.MS_SSIM, Reconstruction.PLAIN, ViewSize.FULL);

  private static final Comparator<QualityMeasure> ORDER =
      Comparator.comparingInt((QualityMeasure measure) -> measure.metric.id)
          .thenComparingInt(measure -> measure.reconstruction.id())
          .thenComparing(measure -> measure.at.stored());

  /** What is measured, with its id on disk. */
  public enum Metric {
    MS_SSIM(1);

    private final int id;

    Metric(int id) {
      this.id = id;
    }

    public int id() {
      return id;
    }

    public static Optional<Metric> ofId(int id) {
      return Arrays.stream(values()).filter(metric -> metric.id == id).findFirst();
    }
  }

  /** MS-SSIM of pictures that are decoded and looked at in a way. */
  public static QualityMeasure msSsim(Reconstruction reconstruction, ViewSize at) {
    return new QualityMeasure(Metric.MS_SSIM, reconstruction, at);
  }

  public QualityMeasure {
    requireNonNull(metric, "metric");
    requireNonNull(reconstruction, "reconstruction");
    requireNonNull(at, "at");
  }

  @Override
  public int compareTo(QualityMeasure other) {
    return ORDER.compare(this, other);
  }

  /** As {@code MS-SSIM at full size}, {@code MS-SSIM of midpoint reconstruction at …}. */
  @Override
  public String toString() {
    String of = reconstruction == Reconstruction.PLAIN ? "" : " of midpoint reconstruction";
    return "MS-SSIM" + of + (at.isFull() ? " at full size" : " at " + at);
  }
}
