package io.pcr.tools.report;

import io.pcr.format.internal.text.Units;
import io.pcr.reader.internal.facts.Histogram;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** Lengths that stand for numbers: histograms, shares, and the bytes of a file to scale. */
final class Bars {
  private static final double WIDTH = 560;
  private static final double PLOT = 170;
  private static final double HEIGHT = 200;
  private static final double BASE = 176;

  /** Of a digit on a phone, where the drawing is small and its text large. */
  private static final double CHARACTER_WIDTH = 9.5;

  private static final double LABEL_GAP = 10;

  private Bars() {}

  /** Columns on a common base, with the ranges below; the numbers are in each column's title. */
  static void histogram(Html page, Histogram histogram, String title, LongFunction<String> value) {
    List<Histogram.Bin> bins = histogram.bins();
    page.open(
        "svg",
        "viewBox",
        "0 0 " + (int) WIDTH + " " + (int) HEIGHT,
        "role",
        "img",
        "aria-label",
        title,
        "class",
        "chart");
    double step = WIDTH / Math.max(1, bins.size());
    // Labels must run neither into each other nor out of the page.
    double label = labelWidth(bins, value);
    int every = (int) Math.max(1, Math.ceil((label + LABEL_GAP) / step));
    for (int i = 0; i < bins.size(); i++) {
      Histogram.Bin bin = bins.get(i);
      double height = PLOT * bin.count() / Math.max(1, histogram.peak());
      // What is there is seen, however few.
      double seen = bin.count() == 0 ? 0 : Math.max(2, height);
      page.open(
          "rect",
          "class",
          "bar",
          "x",
          number(i * step + 1),
          "width",
          number(Math.max(1, Math.min(step, 64) - 2)),
          "y",
          number(BASE - seen),
          "height",
          number(seen));
      page.element(
          "title",
          value.apply(bin.from())
              + " to "
              + value.apply(bin.to())
              + ": "
              + Units.count(bin.count(), "sample"));
      page.close("rect");
      if (i % every == 0 && (i == 0 || i * step + label <= WIDTH)) {
        page.element(
            "text",
            value.apply(bin.from()),
            "class",
            "axis",
            "x",
            number(i * step + 1),
            "y",
            number(HEIGHT - 6));
      }
    }
    page.empty(
        "line",
        "class",
        "grid",
        "x1",
        "0",
        "x2",
        number(WIDTH),
        "y1",
        number(BASE),
        "y2",
        number(BASE));
    page.close("svg");
  }

  private static double labelWidth(List<Histogram.Bin> bins, LongFunction<String> value) {
    int longest = bins.stream().mapToInt(bin -> value.apply(bin.from()).length()).max().orElse(0);
    return longest * CHARACTER_WIDTH;
  }

  /** One bar of {@code part} in {@code whole}. */
  static void share(Html page, String kind, long before, long part, long whole) {
    page.open(
        "svg",
        "viewBox",
        "0 0 100 10",
        "preserveAspectRatio",
        "none",
        "class",
        "share",
        "aria-hidden",
        "true");
    page.empty("rect", "class", "track", "x", "0", "y", "0", "width", "100", "height", "10");
    page.empty(
        "rect",
        "class",
        "before",
        "x",
        "0",
        "y",
        "0",
        "width",
        percent(before, whole),
        "height",
        "10");
    page.empty(
        "rect",
        "class",
        kind,
        "x",
        percent(before, whole),
        "y",
        "0",
        "width",
        percent(part, whole),
        "height",
        "10");
    page.close("svg");
  }

  /** All parts, one after the other, to scale. */
  static void strip(Html page, List<ReportModel.Part> parts) {
    long whole = parts.stream().mapToLong(ReportModel.Part::bytes).sum();
    page.open(
        "svg",
        "viewBox",
        "0 0 100 8",
        "preserveAspectRatio",
        "none",
        "class",
        "strip",
        "aria-hidden",
        "true");
    double x = 0;
    for (int i = 0; i < parts.size(); i++) {
      double width = whole == 0 ? 0 : 100.0 * parts.get(i).bytes() / whole;
      page.open(
          "rect",
          "class",
          "part part" + i % 2,
          "x",
          fine(x),
          "y",
          "0",
          "width",
          fine(width),
          "height",
          "8");
      page.element("title", parts.get(i).name() + ": " + Units.bytes(parts.get(i).bytes()));
      page.close("rect");
      x += width;
    }
    page.close("svg");
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "0" : fine(100.0 * part / whole);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String fine(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
