package io.pcr.reader.internal.quality;

/**
 * How the pixels of one direction become fewer or more: each pixel of the result is a weighted sum
 * of neighbours. The weights fall linearly from the pixel's centre and reach zero one pixel of the
 * coarser of the two grids away. They are whole numbers, so that every machine gives the same
 * bytes. Immutable.
 */
final class ResizedLine {
  /** Room for the sign and for the sum of 8-bit values. */
  private static final int BITS = 22;

  private static final int HALF = 1 << (BITS - 1);

  private final int[] first;
  private final int[][] weights;

  /**
   * @param length pixels there are
   * @param resized pixels that they become
   * @param from the first of these to make
   * @param count how many of these to make
   */
  ResizedLine(int length, int resized, int from, int count) {
    first = new int[count];
    weights = new int[count][];
    double scale = (double) length / resized;
    double reach = Math.max(1, scale);
    for (int i = 0; i < count; i++) {
      double centre = (from + i + 0.5) * scale;
      int begin = Math.max(0, (int) (centre - reach + 0.5));
      int end = Math.min(length, (int) (centre + reach + 0.5));
      first[i] = begin;
      weights[i] = weights(begin, end, centre, reach);
    }
  }

  private static int[] weights(int begin, int end, double centre, double reach) {
    double[] exact = new double[end - begin];
    double sum = 0;
    for (int j = 0; j < exact.length; j++) {
      exact[j] = Math.max(0, 1 - Math.abs((j + begin - centre + 0.5) * (1 / reach)));
      sum += exact[j];
    }
    int[] rounded = new int[exact.length];
    for (int j = 0; j < exact.length; j++) {
      rounded[j] = (int) (0.5 + exact[j] / sum * (1 << BITS));
    }
    return rounded;
  }

  /** The first pixel that a pixel of the result is made of. */
  int first(int index) {
    return first[index];
  }

  /** The pixel behind the last that is needed. */
  int end() {
    int last = first.length - 1;
    return first[last] + weights[last].length;
  }

  /**
   * One value of the result.
   *
   * @param at where the value of {@link #first} lies
   * @param step from one pixel's value to the next
   */
  byte sum(byte[] values, int at, int step, int index) {
    int sum = HALF;
    int from = at;
    for (int weight : weights[index]) {
      sum += weight * (values[from] & 0xFF);
      from += step;
    }
    // Weights are rounded, so that their sum may be a little above one.
    return (byte) Math.min(255, sum >> BITS);
  }
}
