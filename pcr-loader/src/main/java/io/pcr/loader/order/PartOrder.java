package io.pcr.loader.order;

import static java.util.Objects.requireNonNull;

import java.util.function.LongFunction;

/**
 * The orders of all epochs of one part. Thread-safe. Keeps the orders of the two epochs that were
 * asked for last: a batch of a mix can be in two.
 */
public final class PartOrder {
  private final ShardCounts counts;
  private final long seed;
  private final LongFunction<EpochOrder> orders;
  private Known newer;
  private Known older;

  private record Known(long epoch, EpochOrder order) {}

  private PartOrder(ShardCounts counts, long seed, LongFunction<EpochOrder> orders) {
    this.counts = requireNonNull(counts, "counts");
    this.seed = seed;
    this.orders = orders;
  }

  /** Orders that depend only on the counts of samples: all kinds but {@link OrderKind#LIQUID}. */
  public PartOrder(ShardCounts counts, long seed, OrderOptions options) {
    this(counts, seed, epoch -> EpochOrder.of(counts, seed, epoch, options));
    requireNonNull(options, "options");
  }

  /**
   * Orders of the kind {@link OrderKind#LIQUID}.
   *
   * @param batch the global batch, which the number of lanes must divide
   */
  public static PartOrder liquid(
      SampleFormats formats, long seed, OrderOptions options, int batch) {
    int perTurn = LiquidOrder.perTurn(options, batch);
    return new PartOrder(
        formats.counts(), seed, epoch -> new LiquidOrder(formats, seed, epoch, options, perTurn));
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
          older != null && older.epoch == epoch ? older : new Known(epoch, orders.apply(epoch));
      older = newer;
      newer = found;
    }
    return newer.order;
  }
}
