package io.pcr.loader.order;

import static java.util.Objects.requireNonNull;

/**
 * The orders of all epochs of one part. Thread-safe. Keeps the orders of the two epochs that were
 * asked for last: a batch of a mix can be in two.
 */
public final class PartOrder {
  private final ShardCounts counts;
  private final long seed;
  private final OrderOptions options;
  private Known newer;
  private Known older;

  private record Known(long epoch, EpochOrder order) {}

  public PartOrder(ShardCounts counts, long seed, OrderOptions options) {
    this.counts = requireNonNull(counts, "counts");
    this.seed = seed;
    this.options = requireNonNull(options, "options");
  }

  /** The samples of the part. */
  public ShardCounts counts() {
    return counts;
  }

  /** The seed of the part. */
  public long seed() {
    return seed;
  }

  /**
   * The order of an epoch.
   *
   * @param epoch from 0
   */
  public synchronized EpochOrder epoch(long epoch) {
    if (newer == null || newer.epoch != epoch) {
      Known found =
          older != null && older.epoch == epoch
              ? older
              : new Known(epoch, EpochOrder.of(counts, seed, epoch, options));
      older = newer;
      newer = found;
    }
    return newer.order;
  }
}
