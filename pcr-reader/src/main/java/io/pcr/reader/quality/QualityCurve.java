package io.pcr.reader.quality;

import io.pcr.format.manifest.QualityPoint;
import java.util.List;
import java.util.OptionalInt;

/**
 * What each fidelity of a dataset shows and costs, measured on some of its images. Immutable.
 *
 * @param images how many were measured
 * @param overLimit images that were met and passed over, as they have more pixels than are measured
 * @param points from group 1 on; the last is full fidelity
 */
public record QualityCurve(int images, long overLimit, List<Point> points) {
  public QualityCurve {
    points = List.copyOf(points);
  }

  /**
   * A fidelity.
   *
   * @param prefixBytes that reading the whole dataset at this fidelity reads
   * @param meanBytes the same for one sample
   * @param msSsimMean against full fidelity, as are the others
   * @param msSsimP10 the value that 90% of the images reach
   * @param msSsimP1 the value that 99% of the images reach
   * @param psnrMean in dB, over the images that are not equal; infinite when all are
   * @param decodeRelative speed of decoding, as a multiple of that at full fidelity
   */
  public record Point(
      int group,
      long prefixBytes,
      double meanBytes,
      double msSsimMean,
      double msSsimP10,
      double msSsimP1,
      double psnrMean,
      double decodeRelative) {
    QualityPoint toManifest() {
      return new QualityPoint(meanBytes, msSsimMean, msSsimP10, msSsimP1, psnrMean, decodeRelative);
    }
  }

  /** The lowest fidelity whose mean MS-SSIM is at least {@code target}. */
  public OptionalInt lowestFor(double target) {
    return points.stream()
        .filter(point -> point.msSsimMean() >= target)
        .mapToInt(Point::group)
        .findFirst();
  }

  /** The points as a manifest holds them. */
  public List<QualityPoint> toManifest() {
    return points.stream().map(Point::toManifest).toList();
  }
}
