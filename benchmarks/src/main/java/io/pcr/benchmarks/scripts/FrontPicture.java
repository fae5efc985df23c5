package io.pcr.benchmarks.scripts;

import io.pcr.format.script.ScanScripts;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * All scripts of a search as points, SVG: bytes at MS-SSIM 0.98 against speed of decoding, and
 * against bytes in all. The named ones are labelled, those that none beats are filled.
 */
final class FrontPicture {
  private static final int SIDE = 360;
  private static final int MARGIN = 56;
  private static final double TARGET_LIMIT = 0.8;

  private static final List<String> NAMES =
      ScriptFamily.named().stream().map(ScanScripts::name).toList();

  private final List<ScriptResult> results;
  private final List<ScriptResult> front;
  private final StringBuilder svg = new StringBuilder();

  FrontPicture(List<ScriptResult> results, List<ScriptResult> front) {
    this.results = results.stream().filter(result -> similar(result) < TARGET_LIMIT).toList();
    this.front = front;
  }

  String svg() {
    int width = 2 * (SIDE + MARGIN) + MARGIN / 2;
    int height = SIDE + MARGIN + MARGIN / 2;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
            width,
            height));
    panel(MARGIN, ScriptResult::decodeSpeed, "speed of decoding all, baseline = 1");
    panel(2 * MARGIN + SIDE, ScriptResult::bytes, "bytes in all, originals = 1");
    return svg.append("</svg>\n").toString();
  }

  private void panel(int left, ToDoubleFunction<ScriptResult> value, String title) {
    Axis across = Axis.of(results, FrontPicture::similar);
    Axis up = Axis.of(results, value);
    int top = MARGIN / 2;
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888888\"/>%n",
            left,
            top,
            SIDE,
            SIDE));
    text(left + SIDE / 2.0, top + SIDE + 34.0, "middle", "bytes at MS-SSIM 0.98, originals = 1");
    text(left, top - 8.0, "start", title);
    for (double end : new double[] {0, 0.5, 1}) {
      text(left + end * SIDE, top + SIDE + 16.0, "middle", across.label(end));
      text(left - 6.0, top + SIDE - end * SIDE + 4, "end", up.label(end));
    }
    for (ScriptResult result : results) {
      double x = left + SIDE * across.part(similar(result));
      double y = top + SIDE - SIDE * up.part(value.applyAsDouble(result));
      point(x, y, result);
    }
  }

  private void point(double x, double y, ScriptResult result) {
    boolean named = NAMES.contains(result.name());
    String colour = named ? "#c03020" : "#2060b0";
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\" stroke=\"%s\"><title>%s</title></circle>%n",
            x,
            y,
            named ? "5" : "3",
            front.contains(result) ? colour : "none",
            colour,
            result.name()));
    if (named) {
      text(x + 8, y - 6, "start", result.name());
    }
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#222222\">%s</text>%n",
            x,
            y,
            anchor,
            text));
  }

  private static double similar(ScriptResult result) {
    return result.bytesAtTargets().get(ScriptResult.TARGETS.size() - 1);
  }

  /** From the least to the greatest value, with a little room. */
  private record Axis(double from, double to) {
    private static final double ROOM = 0.05;

    static Axis of(List<ScriptResult> results, ToDoubleFunction<ScriptResult> value) {
      double least = results.stream().mapToDouble(value).min().orElse(0);
      double greatest = results.stream().mapToDouble(value).max().orElse(1);
      double room = ROOM * (greatest - least);
      return new Axis(least - room, greatest + room);
    }

    double part(double value) {
      return (value - from) / (to - from);
    }

    String label(double part) {
      return String.format(Locale.ROOT, "%.2f", from + part * (to - from));
    }
  }
}
