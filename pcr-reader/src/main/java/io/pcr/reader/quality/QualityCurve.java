package io.pcr.reader.quality;

import static java.util.Objects.requireNonNull;

import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.quality.QualityMeasure;
import java.util.List;
import java.util.OptionalInt;

/**
 * The quality, the bytes and the decoding speed of each fidelity of a dataset, measured on some of
 * its images. Immutable and thread-safe.
 *
 * @param measure how the images were compared
 * @param images how many were measured
 * @param overLimit images that were skipped because they have more pixels than the limit of the
 *     measurement
 * @param points one for each fidelity, from group 1 on; the last is full fidelity
 */
public record QualityCurve(QualityMeasure measure, int images, long overLimit, List<Point> points) {
  public QualityCurve {
    requireNonNull(measure, "measure");
    points = List.copyOf(points);
  }

  /**
   * The measured values of one fidelity.
   *
   * @param prefixBytes the bytes that a read of all samples at this fidelity takes
   * @param meanBytes the mean number of bytes that a read of one sample takes
   * @param msSsimMean the mean MS-SSIM; this and all other comparisons are with full fidelity
   * @param msSsimP10 the value that 90% of the images reach
   * @param msSsimP1 the value that 99% of the images reach
   * @param psnrMean the mean PSNR in dB over the images that differ; infinite when all images are
   *     equal
   * @param decodeRelative the decoding speed, as a multiple of the speed at full fidelity
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

  /** The mean MS-SSIM of each fidelity but the full one. */
  public List<Double> partialMeans() {
    return points.stream().limit(points.size() - 1).map(Point::msSsimMean).toList();
  }

  /** The curve in the form that a manifest stores. */
  public MeasuredCurve toManifest() {
    return new MeasuredCurve(measure, points.stream().map(Point::toManifest).toList());
  }
}
