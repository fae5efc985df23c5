package io.pcr.loader.order;

import java.util.Arrays;

/**
 * Samples of one format in an epoch of a lane of the order {@code liquid}: those that the epoch
 * keeps for the next one, and others (spec/loader.md 4.4). For one thread.
 */
final class LiquidBuffer {
  /** Samples, by how far they are from the lane's first. */
  private static final class Samples {
    private int[] places = new int[16];
    private int size;

    void add(int place) {
      if (size == places.length) {
        places = Arrays.copyOf(places, 2 * size);
      }
      places[size++] = place;
    }

    int take(int at) {
      int taken = places[at];
      places[at] = places[--size];
      return taken;
    }
  }

  private final long count;
  private final long kept;
  private final long key;
  private final Samples stay = new Samples();
  private final Samples go = new Samples();

  /** How many samples it has given. */
  private int given;

  /**
   * @param count of the samples of the format in the lane
   * @param kept how many of them an epoch keeps
   * @param key what decides which sample is given
   */
  LiquidBuffer(int count, int kept, long key) {
    this.count = count;
    this.kept = kept;
    this.key = key;
  }

  /** Puts a sample into it. */
  void add(int sample, boolean isKept) {
    (isKept ? stay : go).add(sample);
  }

  /** How many of the next samples are kept. */
  int keptOf(int next) {
    return (int) (keptBefore(given + next) - keptBefore(given));
  }

  private long keptBefore(long number) {
    return number * kept / count;
  }

  /** Whether it must have more samples before it gives the next ones. */
  boolean needsMore(int next) {
    return stay.size + go.size < kept + next - keptBefore(given + next) || stay.size < keptOf(next);
  }

  /** Which samples come next. */
  @FunctionalInterface
  interface Receiver {
    /**
     * A sample.
     *
     * @param number among those that are given together, from 0
     */
    void give(int number, int sample, boolean isKept);
  }

  /** Gives its next samples. */
  void give(int next, Receiver receiver) {
    int keptLeft = keptOf(next);
    for (int i = 0; i < next; i++) {
      long draw = 2L * (given + i);
      boolean isKept = OrderNumbers.below(OrderNumbers.number(key, draw), next - i) < keptLeft;
      keptLeft -= isKept ? 1 : 0;
      Samples among = isKept ? stay : go;
      int at = (int) OrderNumbers.below(OrderNumbers.number(key, draw + 1), among.size);
      receiver.give(i, among.take(at), isKept);
    }
    given += next;
  }
}
