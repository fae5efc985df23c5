package io.pcr.loader.batch;

import static java.util.Objects.requireNonNull;

import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.order.Purpose;
import io.pcr.loader.order.ShardCounts;

/**
 * A part of a mix, and its weight.
 *
 * @param order of its samples
 * @param weight at least 1
 */
public record MixPart(PartOrder order, int weight) {
  public MixPart {
    requireNonNull(order, "order");
    if (weight < 1) {
      throw new IllegalArgumentException("weight " + weight + " is not at least 1");
    }
    if (order.counts().samples() == 0) {
      throw new IllegalArgumentException("a part of a mix has no samples");
    }
  }

  /**
   * A part.
   *
   * @param seed of the run; each part derives its own seed from it
   * @param number of the part in the mix, from 0
   */
  public static MixPart of(
      ShardCounts counts, long seed, int number, OrderOptions options, int weight) {
    long own = OrderNumbers.key(seed, number, Purpose.MIX_PART.id());
    return new MixPart(new PartOrder(counts, own, options), weight);
  }
}
