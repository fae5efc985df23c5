package io.pcr.tools.tune;

import io.pcr.advisor.Outcome;
import io.pcr.advisor.model.Bound;
import io.pcr.advisor.model.Way;
import io.pcr.tools.report.Html;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Images a second of each way: what limits them as lines, what was predicted and measured. */
final class RateChart {
  private static final double ABOVE = 1.25;
  private static final double BAR_SHARE = .62;

  private final List<Outcome> outcomes;
  private final OptionalDouble consumer;
  private final Outcome best;
  private final ChartFrame frame;

  RateChart(List<Outcome> outcomes, OptionalDouble consumer) {
    this.best = outcomes.get(0);
    this.consumer = consumer;
    this.outcomes =
        outcomes.stream()
            .sorted(
                Comparator.comparing((Outcome each) -> each.predicted().way().form())
                    .thenComparing(each -> each.predicted().way().cache())
                    .thenComparing(each -> each.predicted().way().bytes()))
            .toList();
    double most =
        outcomes.stream()
            .mapToDouble(each -> Math.max(each.rate(), each.predicted().rate()))
            .max()
            .orElse(1);
    frame = ChartFrame.ofBars(Math.max(ABOVE * most, consumer.orElse(0)));
  }

  void render(Html page) {
    frame.open(page, "Images a second of each way, and what limits them");
    double step = frame.width() / outcomes.size();
    for (int i = 0; i < outcomes.size(); i++) {
      bar(page, outcomes.get(i), frame.left() + i * step, step);
    }
    forms(page, step);
    if (consumer.isPresent()) {
      double y = frame.y(consumer.getAsDouble());
      ChartFrame.rule(page, "target", frame.left(), y, frame.left() + frame.width(), y);
      ChartFrame.label(
          page, "target-label end", frame.left() + frame.width(), y - 5, "the training takes");
    }
    frame.below(page, "fidelity");
    page.close("svg");
  }

  private void bar(Html page, Outcome outcome, double from, double step) {
    double width = step * BAR_SHARE;
    double left = from + (step - width) / 2;
    double top = frame.y(outcome.predicted().rate());
    page.empty(
        "rect",
        "class",
        outcome.equals(best) ? "bar" : "before",
        "x",
        ChartFrame.number(left),
        "y",
        ChartFrame.number(top),
        "width",
        ChartFrame.number(width),
        "height",
        ChartFrame.number(frame.y(0) - top));
    for (Bound bound : Bound.values()) {
      Double rate = outcome.predicted().bounds().get(bound);
      if (rate != null && rate <= frame.mostY()) {
        ChartFrame.rule(
            page, "bound " + bound.text(), from + 1, frame.y(rate), from + step - 1, frame.y(rate));
      }
    }
    outcome
        .measured()
        .ifPresent(
            run ->
                page.empty(
                    "circle",
                    "class",
                    "run",
                    "cx",
                    ChartFrame.number(from + step / 2),
                    "cy",
                    ChartFrame.number(frame.y(run.rate())),
                    "r",
                    "4.5"));
    Way way = outcome.predicted().way();
    frame.tick(page, from + step / 2, 0, AdviceWords.fidelity(way));
  }

  /** Says below the bars of each form what they are. */
  private void forms(Html page, double step) {
    int first = 0;
    for (int i = 1; i <= outcomes.size(); i++) {
      String form = AdviceWords.shortForm(outcomes.get(first).predicted().way());
      if (i == outcomes.size()
          || !form.equals(AdviceWords.shortForm(outcomes.get(i).predicted().way()))) {
        frame.tick(page, frame.left() + (first + i) * step / 2, 1, form);
        first = i;
      }
    }
  }
}
