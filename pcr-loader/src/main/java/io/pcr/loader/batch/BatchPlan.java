package io.pcr.loader.batch;

import io.pcr.loader.order.EpochOrder;

/**
 * Which samples each batch of a run has, and which of them a rank gets (spec/loader.md 5 and 7).
 * Thread-safe. The set of a batch does not depend on the ranks.
 */
public sealed interface BatchPlan permits PartPlan, MixPlan {
  /** The size of a batch. */
  BatchSize batch();

  /** The number of batches of each epoch. */
  long batches();

  /**
   * The order of an epoch of a part.
   *
   * @param part of a mix; 0 when there is one part
   */
  EpochOrder order(int part, long epoch);

  /**
   * The batch after which the sample at a position of a part is not needed any more, counted from
   * the beginning of the run.
   */
  long batchOf(int part, long epoch, long position);

  /**
   * Finds the samples of a rank.
   *
   * @param epoch from 0
   * @param batch from 0, below {@link #batches}
   * @param into receives the samples; its old content is lost
   * @throws IllegalArgumentException when the ranks cannot get equal parts of a batch
   */
  void entries(long epoch, long batch, Rank rank, BatchEntries into);
}
