package io.pcr.tools.tune;

import io.pcr.advisor.Outcome;
import io.pcr.advisor.model.Way;
import io.pcr.tools.report.Html;
import java.util.List;

/**
 * Images a second over the bytes of an image, with the quality at each point. Ways that another one
 * beats in all three are pale.
 */
final class ParetoChart {
  private static final double ABOVE = 1.15;

  private final List<Outcome> outcomes;
  private final ChartFrame frame;

  ParetoChart(List<Outcome> outcomes) {
    this.outcomes = outcomes;
    double bytes = outcomes.stream().mapToDouble(ParetoChart::bytes).max().orElse(1);
    double rate = outcomes.stream().mapToDouble(Outcome::rate).max().orElse(1);
    double fewest = outcomes.stream().mapToDouble(ParetoChart::bytes).min().orElse(1);
    frame = ChartFrame.ofBytes(fewest, bytes, ABOVE * rate);
  }

  void render(Html page) {
    frame.open(page, "Images a second over bytes, with the quality of each");
    frame.bytesAxis(page);
    for (Outcome each : outcomes) {
      boolean isFront = outcomes.stream().noneMatch(other -> beats(other, each));
      Way way = each.predicted().way();
      double x = frame.x(bytes(each));
      double y = frame.y(each.rate());
      page.open("g", "class", isFront ? "point" : "point beaten");
      page.empty(
          "circle",
          "cx",
          ChartFrame.number(x),
          "cy",
          ChartFrame.number(y),
          "r",
          each.equals(outcomes.get(0)) ? "8" : "5");
      if (isFront) {
        String quality =
            way.quality().stream().mapToObj(AdviceWords::trimmed).findFirst().orElse("?");
        ChartFrame.label(page, "point-label middle", x, y - 11, quality);
      }
      page.close("g");
    }
    page.close("svg");
  }

  /** Whether a way is no worse in anything than another, and better in something. */
  static boolean beats(Outcome one, Outcome other) {
    double quality = one.predicted().way().quality().orElse(0);
    double otherQuality = other.predicted().way().quality().orElse(0);
    boolean noWorse =
        one.rate() >= other.rate() && bytes(one) <= bytes(other) && quality >= otherQuality;
    return noWorse
        && (one.rate() > other.rate() || bytes(one) < bytes(other) || quality > otherQuality);
  }

  private static double bytes(Outcome outcome) {
    return outcome.predicted().way().bytes();
  }
}
