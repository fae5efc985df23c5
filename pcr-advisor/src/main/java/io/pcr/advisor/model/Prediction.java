package io.pcr.advisor.model;

import java.util.Map;

/**
 * How many images a second a way gives, as predicted. Immutable.
 *
 * @param bounds images a second that each limit would allow alone
 * @param limit the lowest of them
 */
public record Prediction(Way way, Map<Bound, Double> bounds, Bound limit) {
  public Prediction {
    bounds = Map.copyOf(bounds);
  }

  /** Images a second, what the consumer takes left aside. */
  public double rate() {
    return bounds.get(limit);
  }
}
