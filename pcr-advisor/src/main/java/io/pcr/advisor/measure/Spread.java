package io.pcr.advisor.measure;

import java.util.Arrays;

/**
 * The mean of some values, and the tenths of them at both ends. Immutable.
 *
 * @param p10 a tenth of the values is not above it
 * @param p90 a tenth of the values is not below it
 * @param count how many values there were; 0 when nothing was measured
 */
public record Spread(double mean, double p10, double p90, long count) {
  /** Of nothing: what costs nothing. */
  public static final Spread NOTHING = new Spread(0, 0, 0, 0);

  /** Of values, which this sorts. */
  public static Spread of(double[] values) {
    if (values.length == 0) {
      return NOTHING;
    }
    Arrays.sort(values);
    int last = values.length - 1;
    return new Spread(
        Arrays.stream(values).average().orElseThrow(),
        values[last / 10],
        values[last - last / 10],
        values.length);
  }
}
