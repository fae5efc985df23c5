package io.pcr.benchmarks.reader;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures several things in turn, round after round, so that a machine's moods meet all of them;
 * gives medians.
 */
final class Rounds {
  /** What is measured. */
  @FunctionalInterface
  interface Work {
    /** Does it once; returns how much it was. */
    double run() throws IOException;
  }

  private final Map<String, Work> works = new LinkedHashMap<>();
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();

  private final boolean cpuTime;

  /**
   * @param cpuTime whether the time counts that this thread had a processor, which for work in one
   *     thread is what others on the machine disturb least; else the time on the wall
   */
  Rounds(boolean cpuTime) {
    this.cpuTime = cpuTime;
  }

  private long now() {
    return cpuTime
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  Rounds add(String name, Work work) {
    works.put(name, work);
    rates.put(name, new ArrayList<>());
    return this;
  }

  /** Runs; the first {@code warmUps} rounds do not count. */
  Rounds run(int warmUps, int rounds) throws IOException {
    for (int round = -warmUps; round < rounds; round++) {
      for (Map.Entry<String, Work> work : works.entrySet()) {
        long start = now();
        double amount = work.getValue().run();
        double rate = amount / ((now() - start) * 1e-9);
        if (round >= 0) {
          rates.get(work.getKey()).add(rate);
        }
      }
    }
    return this;
  }

  /** The median rate, a second. */
  double median(String name) {
    double[] sorted = rates.get(name).stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The best rate, which other programs on the machine disturb least. */
  double best(String name) {
    return Arrays.stream(rates.get(name).stream().mapToDouble(Double::doubleValue).toArray())
        .max()
        .orElseThrow();
  }
}
