package io.pcr.loader.internal.policy;

import io.pcr.loader.policy.BatchPlace;

/** The batches before which a policy decides. */
@FunctionalInterface
public interface DecisionPlaces {
  /** The most decisions in an epoch. */
  int MOST_TIMES = 1000;

  /** Whether it decides before a batch. */
  boolean has(BatchPlace place);

  /**
   * Makes sure that a run has all these batches.
   *
   * @param batches of each of its epochs
   */
  default void requireFits(long batches) {}

  /**
   * Decisions in some epochs, spread over each of them.
   *
   * @param from the first such epoch
   * @param every how many epochs later the next one is
   * @param times decisions in an epoch
   */
  static DecisionPlaces inEpochs(int from, int every, int times) {
    if (from < 0 || every < 1 || times < 1 || times > MOST_TIMES) {
      throw new IllegalArgumentException(
          "decisions from epoch "
              + from
              + " on, every "
              + every
              + " epochs, "
              + times
              + " times in an epoch");
    }
    return place ->
        place.epoch() >= from
            && (place.epoch() - from) % every == 0
            && number(place, times) * place.batches() / times == place.batch();
  }

  /** The last k for which {@code k * batches / times} is not behind the batch. */
  static long number(BatchPlace place, int times) {
    return ((place.batch() + 1) * times - 1) / place.batches();
  }
}
