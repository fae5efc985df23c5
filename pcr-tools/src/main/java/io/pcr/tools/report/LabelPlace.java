package io.pcr.tools.report;

import java.util.ArrayList;
import java.util.List;

/** Finds a place for a label among points and lines, in the units of a drawing. For one label. */
final class LabelPlace {
  private static final double CHARACTER_WIDTH = 9.5;
  private static final double HEIGHT = 17;
  private static final double STEP = 4;

  private final double width;
  private final List<Box> taken = new ArrayList<>();

  /** Where the label begins, and its base line. */
  record Spot(double x, double y) {}

  private record Box(double left, double top, double right, double bottom) {
    boolean meets(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  LabelPlace(int characters) {
    width = characters * CHARACTER_WIDTH;
  }

  /** Keeps away from a point and the number that stands above or below it. */
  void avoid(double x, double y, double around) {
    taken.add(new Box(x - around / 2, y - around, x + around / 2, y + around));
  }

  /** Keeps away from a straight line. */
  void avoidLine(double fromX, double fromY, double toX, double toY) {
    int parts = (int) Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / STEP));
    for (int i = 0; i <= parts; i++) {
      double x = fromX + (toX - fromX) * i / parts;
      double y = fromY + (toY - fromY) * i / parts;
      taken.add(new Box(x - 2, y - 2, x + 2, y + 2));
    }
  }

  /**
   * A place under a level line, or above it, as far to the right as there is one; at the foot of
   * the drawing when the line is crowded from end to end.
   */
  Spot beside(double y, double left, double right, double foot) {
    for (double x = right - 4 - width; x >= left + 4; x -= STEP) {
      for (double base : new double[] {y + HEIGHT - 3, y - 5}) {
        boolean fits = base <= foot && isFree(x, base);
        if (fits) {
          return new Spot(x, base);
        }
      }
    }
    return new Spot(right - 4 - width, foot - 5);
  }

  private boolean isFree(double x, double base) {
    Box box = new Box(x, base - HEIGHT + 3, x + width, base + 3);
    return taken.stream().noneMatch(box::meets);
  }
}
