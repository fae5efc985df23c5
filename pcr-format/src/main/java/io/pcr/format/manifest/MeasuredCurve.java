package io.pcr.format.manifest;

import static java.util.Objects.requireNonNull;

import io.pcr.format.quality.QualityMeasure;
import java.util.List;

/**
 * What all fidelities give and cost, measured in one way. Immutable.
 *
 * @param measure how images were compared with those of full fidelity
 * @param points one for each group, from group 1 on
 */
public record MeasuredCurve(QualityMeasure measure, List<QualityPoint> points) {
  public MeasuredCurve {
    requireNonNull(measure, "measure");
    points = List.copyOf(points);
  }

  /** The point of a group. */
  public QualityPoint point(int group) {
    return points.get(group - 1);
  }
}
