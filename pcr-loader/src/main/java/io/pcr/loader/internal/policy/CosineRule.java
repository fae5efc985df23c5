package io.pcr.loader.internal.policy;

import io.pcr.loader.policy.SampleCosts;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Decides from cosines of gradients (spec/loader.md 10.4 and 10.5). */
public enum CosineRule {
  /** The rule of the paper on PCR. */
  PAPER("paper", 1) {
    @Override
    public int decide(int[] candidates, int[][] cosines, int inForce, SampleCosts costs) {
      for (int i = 0; i < candidates.length; i++) {
        if (cosines[i][0] > THRESHOLD) {
          return candidates[i];
        }
      }
      return FidelityNumbers.FULL;
    }
  },

  /** The rule with confidence and costs. */
  IMPROVED("improved", 8) {
    @Override
    public int decide(int[] candidates, int[][] cosines, int inForce, SampleCosts costs)
        throws IOException {
      List<Integer> good = new ArrayList<>();
      for (int i = 0; i < candidates.length; i++) {
        int needed = candidates[i] == inForce ? 0 : 1; // What is in force only must not fail.
        if (sign(cosines[i]) >= needed) {
          good.add(candidates[i]);
        }
      }
      good.add(FidelityNumbers.FULL);
      int chosen = good.get(0);
      long most = 17 * cost(chosen, costs);
      for (int fidelity : good) {
        chosen = 16 * cost(fidelity, costs) <= most ? fidelity : chosen;
      }
      return chosen;
    }
  };

  /** A cosine of .8, in millionths. */
  static final long THRESHOLD = 800_000;

  private static final int UNIT = 1_000_000;

  private final String text;
  private final int fewestCosines;

  CosineRule(String text, int fewestCosines) {
    this.text = text;
    this.fewestCosines = fewestCosines;
  }

  /** Its name. */
  public String text() {
    return text;
  }

  /** Whether it decides from so many cosines of each candidate. */
  public boolean takes(int cosines) {
    return this == PAPER ? cosines == fewestCosines : cosines >= fewestCosines;
  }

  /**
   * Decides.
   *
   * @param candidates ascending
   * @param cosines of each of them, in millionths
   * @param inForce the last decision
   * @return a candidate, or full fidelity
   */
  public abstract int decide(int[] candidates, int[][] cosines, int inForce, SampleCosts costs)
      throws IOException;

  /** A cosine in millionths, rounded down. */
  public static int millionths(double cosine) {
    if (Double.isNaN(cosine)) {
      throw new IllegalArgumentException("a cosine is not a number");
    }
    return (int) Math.max(-UNIT, Math.min(UNIT, Math.floor(cosine * UNIT)));
  }

  /** 1 when the mean is surely above the threshold, -1 when surely below it, otherwise 0. */
  private static int sign(int[] cosines) {
    BigInteger n = BigInteger.valueOf(cosines.length);
    BigInteger sum = BigInteger.ZERO;
    BigInteger squares = BigInteger.ZERO;
    for (int cosine : cosines) {
      BigInteger value = BigInteger.valueOf(cosine);
      sum = sum.add(value);
      squares = squares.add(value.multiply(value));
    }
    BigInteger above = sum.subtract(n.multiply(BigInteger.valueOf(THRESHOLD)));
    BigInteger distance = above.multiply(above).multiply(n.subtract(BigInteger.ONE));
    BigInteger spread = n.multiply(squares).subtract(sum.multiply(sum)).shiftLeft(2);
    return distance.compareTo(spread) <= 0 ? 0 : above.signum();
  }

  private static long cost(int fidelity, SampleCosts costs) throws IOException {
    return Math.addExact(costs.bytes(fidelity), costs.work(fidelity));
  }
}
