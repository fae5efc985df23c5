package io.pcr.tools.tune;

import io.pcr.format.internal.text.Units;
import io.pcr.tools.report.Html;

/**
 * The frame of a plot. The axis of images a second begins at 0; that of bytes is logarithmic.
 *
 * @param leastX the value at the left end
 * @param mostX the value at the right end
 * @param mostY the value at the upper end
 */
record ChartFrame(double leastX, double mostX, double mostY) {
  private static final double WIDTH = 560;
  private static final double HEIGHT = 340;
  private static final double LEFT = 62;
  private static final double RIGHT = 16;
  private static final double TOP = 18;
  private static final double BOTTOM = 56;
  private static final int STEPS = 4;

  /** Room beside the first and the last point, as a factor. */
  private static final double BESIDE = 1.5;

  /** A frame for bars: the lower axis is from 1 to 2. */
  static ChartFrame ofBars(double mostY) {
    return new ChartFrame(1, 2, STEPS * round(mostY / STEPS));
  }

  /** A frame for points at bytes. */
  static ChartFrame ofBytes(double fewest, double most, double mostY) {
    return new ChartFrame(
        Math.max(1, fewest) / BESIDE, Math.max(1, most) * BESIDE, STEPS * round(mostY / STEPS));
  }

  /** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
  private static double round(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))));
    for (double step : new double[] {1, 2, 2.5, 5}) {
      if (value <= step * power) {
        return step * power;
      }
    }
    return 10 * power;
  }

  double x(double value) {
    return LEFT + Math.log(value / leastX) / Math.log(mostX / leastX) * (WIDTH - LEFT - RIGHT);
  }

  double y(double value) {
    return HEIGHT - BOTTOM - value / mostY * (HEIGHT - TOP - BOTTOM);
  }

  double left() {
    return LEFT;
  }

  double width() {
    return WIDTH - LEFT - RIGHT;
  }

  /** Begins the drawing, with the axis of images a second. */
  void open(Html page, String title) {
    String size = "0 0 " + number(WIDTH) + " " + number(HEIGHT);
    page.open("svg", "viewBox", size, "role", "img", "class", "chart");
    page.element("title", title);
    for (int step = 0; step <= STEPS; step++) {
      double value = mostY * step / STEPS;
      rule(page, "grid", LEFT, y(value), WIDTH - RIGHT, y(value));
      label(page, "axis end", LEFT - 8, y(value) + 4, Units.count(Math.round(value)));
    }
    label(page, "axis", LEFT - 56, TOP - 6, "images/s");
  }

  /** The axis of bytes. */
  void bytesAxis(Html page) {
    for (double power = 1; power <= mostX; power *= 10) {
      for (double value : new double[] {power, 2 * power, 5 * power}) {
        if (value >= leastX && value <= mostX) {
          rule(page, "grid", x(value), TOP, x(value), HEIGHT - BOTTOM);
          tick(page, x(value), 0, Units.bytes(Math.round(value)));
        }
      }
    }
    below(page, "bytes of an image");
  }

  /** What the lower axis says. */
  void below(Html page, String text) {
    label(page, "axis middle", LEFT + width() / 2, HEIGHT - 6, text);
  }

  /** A text at the lower axis. */
  void tick(Html page, double x, int line, String text) {
    label(page, "axis middle", x, HEIGHT - BOTTOM + 16 + 14 * line, text);
  }

  static void rule(Html page, String kind, double x1, double y1, double x2, double y2) {
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

  static void label(Html page, String kind, double x, double y, String text) {
    page.element("text", text, "class", kind, "x", number(x), "y", number(y));
  }

  static String number(double value) {
    String text = Double.toString(Math.round(value * 10) / 10.0);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
