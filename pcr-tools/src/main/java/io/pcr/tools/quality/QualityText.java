package io.pcr.tools.quality;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.tools.terminal.Table;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalInt;

/** The answer for people. */
final class QualityText {
  private final QualityAnswer answer;
  private final PrintWriter out;
  private final int columns;

  /**
   * @param columns of the terminal
   */
  QualityText(QualityAnswer answer, PrintWriter out, int columns) {
    this.answer = answer;
    this.out = out;
    this.columns = columns;
  }

  void print() {
    String images = Units.count(answer.images(), "image");
    out.println(Printable.line(answer.dataset()) + ": measured on " + images);
    for (QualityCurve curve : answer.curves()) {
      if (answer.curves().size() > 1) {
        out.println(heading(curve.measure()));
      }
      print(curve);
    }
    answer
        .copies()
        .ifPresent(
            copies ->
                CopiesText.lines(answer.curves().get(0), copies, columns).forEach(out::println));
    answer
        .stored()
        .ifPresent(
            generation ->
                out.println("stored in the manifest, as generation " + Units.count(generation)));
  }

  private static String heading(QualityMeasure measure) {
    String how = measure.reconstruction().name().toLowerCase(Locale.ROOT);
    return how + " reconstruction, " + (measure.at().isFull() ? "full size" : measure.at()) + ":";
  }

  private void print(QualityCurve curve) {
    Table table = new Table().right("fidelity").right("reads").right("share").right("MS-SSIM");
    table.right("p10").right("p1").right("PSNR").right("decodes");
    long whole = wholeBytes(curve);
    for (QualityCurve.Point point : curve.points()) {
      table.row(
          point.group(),
          Units.bytes(point.prefixBytes()),
          Units.percent(point.prefixBytes(), whole),
          digits("%.4f", point.msSsimMean()),
          digits("%.4f", point.msSsimP10()),
          digits("%.4f", point.msSsimP1()),
          Double.isFinite(point.psnrMean()) ? digits("%.1f dB", point.psnrMean()) : "equal",
          digits("%.2f×", point.decodeRelative()));
    }
    table.lines("  ", columns).forEach(out::println);
    if (answer.wholeSamples() > 0) {
      String text =
          " in Liquid and TFRecord shards, which have only full fidelity; each fidelity reads"
              + " them";
      out.println("  with " + Units.count(answer.wholeSamples(), "sample") + text);
    }
    out.println(recommendation(curve));
  }

  private static long wholeBytes(QualityCurve curve) {
    return curve.points().get(curve.points().size() - 1).prefixBytes();
  }

  private String recommendation(QualityCurve curve) {
    OptionalInt group = curve.lowestFor(answer.target());
    if (group.isEmpty()) {
      return "no fidelity has a mean MS-SSIM of " + answer.target();
    }
    QualityCurve.Point point = curve.points().get(group.getAsInt() - 1);
    return "fidelity "
        + group.getAsInt()
        + " is the lowest with a mean MS-SSIM of at least "
        + answer.target()
        + ": "
        + Units.percent(point.prefixBytes(), wholeBytes(curve))
        + " of the bytes, decoded "
        + digits("%.1f", point.decodeRelative())
        + " times as fast as full fidelity";
  }

  private static String digits(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
