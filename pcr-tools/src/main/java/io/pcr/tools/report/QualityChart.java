package io.pcr.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Quality over the share of the bytes that are read: the curve by which a fidelity is chosen. */
final class QualityChart {
  private static final double WIDTH = 560;
  private static final double HEIGHT = 320;
  private static final double LEFT = 52;
  private static final double RIGHT = 26;
  private static final double TOP = 14;
  private static final double BOTTOM = 46;
  private static final double LABEL_WIDTH = 16;

  private final List<ReportModel.Group> groups;
  private final double floor;

  QualityChart(List<ReportModel.Group> groups) {
    this.groups = groups.stream().filter(ReportModel.Group::isMeasured).toList();
    double lowest =
        this.groups.stream().mapToDouble(g -> Math.min(g.msSsimMean(), orMean(g))).min().orElse(0);
    // The axis begins at a tenth below the worst value: the upper end is where choices are made.
    floor = Math.max(0, Math.min(0.9, Math.floor(lowest * 10) / 10));
  }

  void render(Html page, ReportModel model) {
    page.open(
        "svg",
        "viewBox",
        "0 0 " + number(WIDTH) + " " + number(HEIGHT),
        "role",
        "img",
        "aria-labelledby",
        "quality-title",
        "class",
        "chart");
    page.element(
        "title",
        "MS-SSIM over the share of bytes read; the table on this page has the same numbers",
        "id",
        "quality-title");
    axes(page);
    rule(page, model.target());
    for (ReportModel.Copies copies : model.copies()) {
      line(page, copies);
    }
    line(page, "p10", QualityChart::orMean);
    line(page, "mean", ReportModel.Group::msSsimMean);
    double labelled = Double.NEGATIVE_INFINITY;
    for (ReportModel.Group group : groups) {
      // A number above the curve, or below it where it would run into the one before.
      boolean above = x(share(group)) - labelled >= LABEL_WIDTH;
      labelled = above ? x(share(group)) : labelled;
      point(page, group, group.group() == model.recommended(), above);
    }
    targetLabel(page, model.target());
    page.close("svg");
  }

  private void axes(Html page) {
    double step = 1 - floor > 0.31 ? 0.1 : 0.05;
    for (int i = 0; floor + i * step < 1 + 1e-9; i++) {
      double quality = floor + i * step;
      rule(page, "grid", LEFT, y(quality), WIDTH - RIGHT, y(quality));
      label(
          page, "axis end", LEFT - 8, y(quality) + 4, String.format(Locale.ROOT, "%.2f", quality));
    }
    for (int percent = 0; percent <= 100; percent += 25) {
      double x = x(percent / 100.0);
      rule(page, "grid", x, TOP, x, HEIGHT - BOTTOM);
      label(page, "axis middle", x, HEIGHT - BOTTOM + 18, percent + "%");
    }
    label(page, "axis middle", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "share of the bytes read");
  }

  private void rule(Html page, double target) {
    if (isInside(target)) {
      rule(page, "target", LEFT, y(target), WIDTH - RIGHT, y(target));
    }
  }

  private boolean isInside(double quality) {
    return quality > floor && quality < 1;
  }

  /** Where neither a curve nor a point's number is: on the line, or else at the edge below. */
  private void targetLabel(Html page, double target) {
    if (!isInside(target)) {
      return;
    }
    String text = String.format(Locale.ROOT, "target %s", trimmed(target));
    LabelPlace place = new LabelPlace(text.length());
    for (int i = 0; i < groups.size(); i++) {
      ReportModel.Group group = groups.get(i);
      place.avoid(x(share(group)), y(group.msSsimMean()), LABEL_WIDTH + 8);
      if (i > 0) {
        ReportModel.Group before = groups.get(i - 1);
        double from = x(share(before));
        double to = x(share(group));
        place.avoidLine(from, y(before.msSsimMean()), to, y(group.msSsimMean()));
        place.avoidLine(from, y(orMean(before)), to, y(orMean(group)));
      }
    }
    LabelPlace.Spot spot = place.beside(y(target), LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
    label(page, "target-label", spot.x(), spot.y(), text);
  }

  private void line(Html page, String kind, ToDoubleFunction<ReportModel.Group> quality) {
    StringBuilder path = new StringBuilder();
    for (ReportModel.Group group : groups) {
      path.append(path.isEmpty() ? "M" : "L")
          .append(number(x(share(group))))
          .append(' ')
          .append(number(y(quality.applyAsDouble(group))));
    }
    page.empty("path", "class", "curve " + kind, "d", path.toString());
  }

  private void line(Html page, ReportModel.Copies copies) {
    StringBuilder path = new StringBuilder();
    for (ReportModel.CopyPoint copy : copies.points()) {
      if (copy.msSsim() >= floor && copy.share() <= 1) {
        path.append(path.isEmpty() ? "M" : "L")
            .append(number(x(copy.share())))
            .append(' ')
            .append(number(y(copy.msSsim())));
      }
    }
    if (!path.isEmpty()) {
      page.empty("path", "class", "curve " + ReportPage.key(copies), "d", path.toString());
    }
  }

  private void point(Html page, ReportModel.Group group, boolean recommended, boolean above) {
    double x = x(share(group));
    double y = y(group.msSsimMean());
    page.open(
        "g",
        "class",
        recommended ? "point recommended" : "point",
        "data-group",
        Integer.toString(group.group()));
    page.empty("circle", "cx", number(x), "cy", number(y), "r", "6");
    double labelY = above ? y - 12 : y + 21;
    label(page, "point-label middle", x, labelY, Integer.toString(group.group()));
    page.close("g");
  }

  private static void rule(Html page, String kind, double x1, double y1, double x2, double y2) {
    page.empty(
        "line",
        "class",
        kind,
        "x1",
        number(x1),
        "y1",
        number(y1),
        "x2",
        number(x2),
        "y2",
        number(y2));
  }

  private static void label(Html page, String kind, double x, double y, String text) {
    page.element("text", text, "class", kind, "x", number(x), "y", number(y));
  }

  private double share(ReportModel.Group group) {
    return (double) group.prefixBytes() / groups.get(groups.size() - 1).prefixBytes();
  }

  private static double orMean(ReportModel.Group group) {
    return Double.isFinite(group.msSsimP10()) ? group.msSsimP10() : group.msSsimMean();
  }

  private static double x(double share) {
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  }

  private double y(double quality) {
    double above = (Math.max(floor, quality) - floor) / (1 - floor);
    return HEIGHT - BOTTOM - above * (HEIGHT - TOP - BOTTOM);
  }

  private static String number(double value) {
    return trimmed(Math.round(value * 10) / 10.0);
  }

  private static String trimmed(double value) {
    String text = Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
