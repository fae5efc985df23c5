package io.pcr.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures several things in turn, round after round, so that a machine's moods meet all of them.
 * Not thread-safe.
 */
final class Rounds {
  /** What is measured. */
  @FunctionalInterface
  interface Work {
    /** Does it once; returns how much it was. */
    double run() throws IOException;
  }

  private static final int WARM_UPS = 2;
  private static final int LEAST_ROUNDS = 5;

  private final Map<String, Work> works = new LinkedHashMap<>();
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();

  Rounds add(String name, Work work) {
    works.put(name, work);
    rates.put(name, new ArrayList<>());
    return this;
  }

  /** Runs warm-ups that do not count, then rounds until the time is up, and at least five. */
  Rounds run(double seconds) throws IOException {
    for (int round = 0; round < WARM_UPS; round++) {
      for (Work work : works.values()) {
        work.run();
      }
    }
    long begun = System.nanoTime();
    for (int round = 0; round < LEAST_ROUNDS || secondsSince(begun) < seconds; round++) {
      once();
    }
    return this;
  }

  /** Each work once, without a warm-up: for what takes long or waits for a link. */
  Rounds once() throws IOException {
    for (Map.Entry<String, Work> work : works.entrySet()) {
      long start = System.nanoTime();
      double amount = work.getValue().run();
      rates.get(work.getKey()).add(amount / secondsSince(start));
    }
    return this;
  }

  /** The median rate, a second. */
  double rate(String name) {
    double[] sorted = rates.get(name).stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }
}
