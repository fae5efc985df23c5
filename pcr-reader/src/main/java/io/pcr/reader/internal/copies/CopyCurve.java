package io.pcr.reader.internal.copies;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What copies of some images would show and cost, with one quality for all. Immutable.
 *
 * @param points by ascending quality; not all qualities were measured
 */
public record CopyCurve(CopyFormat format, List<Point> points) {
  public CopyCurve {
    requireNonNull(format, "format");
    points = List.copyOf(points);
  }

  /**
   * Copies of one quality.
   *
   * @param quality of the encoder
   * @param meanBytes mean length of a copy's file
   * @param msSsim mean MS-SSIM; the comparison is with the image at full fidelity
   */
  public record Point(int quality, double meanBytes, double msSsim) {}

  /**
   * Copies of a mean MS-SSIM, between two qualities that were measured.
   *
   * @param quality the lowest quality of the encoder that reaches it
   * @param meanBytes mean length of a copy's file at exactly that mean
   */
  public record Cost(int quality, double meanBytes) {}

  /** What copies of a mean MS-SSIM cost; empty when no quality reaches it. */
  public Optional<Cost> reaching(double msSsim) {
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (point.msSsim() >= msSsim) {
        double bytes = i == 0 ? point.meanBytes() : bytesBetween(points.get(i - 1), point, msSsim);
        return Optional.of(new Cost(point.quality(), bytes));
      }
    }
    return Optional.empty();
  }

  private static double bytesBetween(Point below, Point above, double msSsim) {
    double part = (msSsim - below.msSsim()) / (above.msSsim() - below.msSsim());
    return below.meanBytes() + part * (above.meanBytes() - below.meanBytes());
  }
}
