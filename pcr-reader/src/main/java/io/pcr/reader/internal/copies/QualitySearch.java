package io.pcr.reader.internal.copies;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Searches the encoder's qualities whose mean MS-SSIM lies beside each of some targets. It says in
 * rounds which qualities to measure next, so that each image is decoded once a round. Not
 * thread-safe.
 */
final class QualitySearch {
  private static final Set<Integer> FIRST = Set.of(20, 60, 85, 95);

  /** Then the search halves: a curve may be of a form that interpolation does not meet. */
  private static final int INTERPOLATED_ROUNDS = 4;

  private final CopyFormat format;
  private final List<Double> targets;
  private final TreeMap<Integer, CopyCurve.Point> measured = new TreeMap<>();
  private int round;

  QualitySearch(CopyFormat format, List<Double> targets) {
    this.format = format;
    this.targets = List.copyOf(targets);
  }

  CopyFormat format() {
    return format;
  }

  void add(CopyCurve.Point point) {
    measured.put(point.quality(), point);
  }

  /** The qualities to measure next; empty when the curve is complete. */
  Set<Integer> next() {
    round++;
    if (measured.isEmpty()) {
      return FIRST;
    }
    Set<Integer> next = new TreeSet<>();
    for (double target : targets) {
      addAround(target, next);
    }
    return next;
  }

  private void addAround(double target, Set<Integer> next) {
    int below = format.minQuality() - 1;
    int above = CopyFormat.MAX_QUALITY + 1;
    for (CopyCurve.Point point : measured.values()) {
      if (point.msSsim() >= target) {
        above = point.quality();
        break;
      }
      below = point.quality();
    }
    if (above - below < 2) {
      return;
    }
    boolean isBetween = measured.containsKey(below) && measured.containsKey(above);
    if (round > INTERPOLATED_ROUNDS || !isBetween) {
      next.add((below + above) / 2);
      return;
    }
    int guess = below + (int) (part(below, above, target) * (above - below));
    for (int quality : new int[] {guess, guess + 1}) {
      next.add(Math.max(below + 1, Math.min(above - 1, quality)));
    }
  }

  /** Where between two qualities a target lies if the logarithm of the loss falls evenly. */
  private double part(int below, int above, double target) {
    double from = logLoss(measured.get(below).msSsim());
    double to = logLoss(measured.get(above).msSsim());
    return from == to ? 0.5 : (from - logLoss(target)) / (from - to);
  }

  private static double logLoss(double msSsim) {
    return Math.log(Math.max(1e-9, 1 - msSsim));
  }

  CopyCurve curve() {
    return new CopyCurve(format, List.copyOf(measured.values()));
  }
}
