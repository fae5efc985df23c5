package io.pcr.benchmarks.fidelity;

import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.internal.copies.CopyCurve;
import io.pcr.reader.quality.QualityCurve;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of docs/fidelity.md. */
final class FidelityTables {
  private static final List<Double> TARGETS = List.of(.95, .96, .98);
  private static final List<Double> STATED = List.of(.90, .95, .96, .98, .99);

  private FidelityTables() {}

  /** Bytes, mean and interval at each target that has a goal. */
  static String goals(Map<String, MeasuredDataset> datasets) {
    StringBuilder text =
        new StringBuilder(
            """

            | | images | .95 | .96 | .98 | tenth percentile, .96 / .98 | whole |
            |---|---|---|---|---|---|---|
            """);
    datasets.forEach(
        (name, dataset) -> {
          add(text, "| %s | %d |", name, dataset.images().size());
          TARGETS.forEach(target -> addTarget(text, dataset, target));
          add(
              text,
              " %.3f / %.3f | %.3f |%n",
              dataset.point(dataset.groupFor(.96)).msSsimP10(),
              dataset.point(dataset.groupFor(.98)).msSsimP10(),
              dataset.wholeShare());
        });
    return text.toString();
  }

  private static void addTarget(StringBuilder text, MeasuredDataset dataset, double target) {
    int group = dataset.groupFor(target);
    double[] interval = dataset.interval(group);
    add(
        text,
        " %.4f (%.4f; %.3f to %.3f) |",
        dataset.bytes(group),
        dataset.point(group).msSsimMean(),
        interval[0],
        interval[1]);
  }

  /** What each fidelity shows, looked at in each way. */
  static String views(String name, MeasuredDataset dataset) {
    StringBuilder text = new StringBuilder();
    add(text, "%n%s, %d images%n%n| target | bytes |", name, dataset.images().size());
    dataset.curves().forEach(curve -> add(text, " %s |", curve.measure()));
    add(text, "%n|---|---|%s%n", "---|".repeat(dataset.curves().size()));
    for (int group = 1; group < dataset.groups(); group++) {
      add(text, "| %.2f | %.3f |", STATED.get(group - 1), dataset.bytes(group));
      for (QualityCurve curve : dataset.curves()) {
        QualityCurve.Point point = curve.points().get(group - 1);
        add(text, " %.3f (%.3f) |", point.msSsimMean(), point.msSsimP10());
      }
      add(text, "%n");
    }
    return text.toString();
  }

  /** What separate copies with the same means cost, as shares of the originals. */
  static String copies(String name, MeasuredDataset dataset, CopyComparison copies) {
    StringBuilder text = new StringBuilder();
    add(text, "%n%s, files alone%n%n| group | prefix |", name);
    copies.curves().forEach(curve -> add(text, " %s (quality) |", curve.format()));
    add(text, "%n|---|---|%s%n", "---|".repeat(copies.curves().size()));
    double original = dataset.original() / (double) dataset.images().size();
    for (int group = 1; group < dataset.groups(); group++) {
      double prefix = copies.prefixBytes().get(group - 1) / original;
      add(text, "| %.2f | %.3f |", STATED.get(group - 1), prefix);
      for (CopyCurve curve : copies.curves()) {
        String cost =
            curve
                .reaching(dataset.point(group).msSsimMean())
                .map(c -> format(" %.3f (%d) |", c.meanBytes() / original, c.quality()))
                .orElse(" |");
        text.append(cost);
      }
      add(text, "%n");
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String format, Object... values) {
    text.append(format(format, values));
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
