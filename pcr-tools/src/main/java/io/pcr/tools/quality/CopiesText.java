package io.pcr.tools.quality;

import io.pcr.format.internal.text.Units;
import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.internal.copies.CopyCurve;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.tools.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What separate copies would cost, as a table for people. */
final class CopiesText {
  private CopiesText() {}

  /**
   * The lines of the table.
   *
   * @param columns of the terminal
   */
  static List<String> lines(QualityCurve curve, CopyComparison copies, int columns) {
    List<String> lines = new ArrayList<>();
    boolean hasOriginals = copies.originalBytes().isPresent();
    lines.add(
        "separate copies with one quality for all images and the same mean MS-SSIM, as shares"
            + " of "
            + (hasOriginals ? "the originals:" : "full fidelity:"));
    double whole = copies.originalBytes().orElse(copies.fullBytes());
    Table table = new Table().right("fidelity").right("MS-SSIM").right("reads");
    for (CopyCurve format : copies.curves()) {
      table.right(format.format().toString()).right("quality");
    }
    for (QualityCurve.Point point : curve.points()) {
      if (point.group() < curve.points().size()) {
        table.row(row(point, copies, whole));
      }
    }
    lines.addAll(table.lines("  ", columns));
    if (copies.images() < curve.images()) {
      lines.add("  of " + Units.count(copies.images(), "image") + ", as WebP has no larger ones");
    }
    return lines;
  }

  private static Object[] row(QualityCurve.Point point, CopyComparison copies, double whole) {
    List<Object> row = new ArrayList<>();
    row.add(point.group());
    row.add(String.format(Locale.ROOT, "%.4f", point.msSsimMean()));
    row.add(percent(copies.prefixBytes().get(point.group() - 1), whole));
    for (CopyCurve format : copies.curves()) {
      Optional<CopyCurve.Cost> cost = format.reaching(point.msSsimMean());
      row.add(cost.map(c -> percent(c.meanBytes(), whole)).orElse("never"));
      row.add(cost.map(c -> Integer.toString(c.quality())).orElse(""));
    }
    return row.toArray();
  }

  private static String percent(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * part / whole);
  }
}
