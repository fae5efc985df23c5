package io.pcr.loader.order;

/**
 * The order of one epoch of a part: which sample is at each position. Immutable and thread-safe.
 */
public sealed interface EpochOrder permits LanesOrder, GlobalOrder, SequentialOrder, LiquidOrder {
  /** The number of samples, and so of positions. */
  long samples();

  /**
   * The index of the sample at a position.
   *
   * @param position from 0, below {@link #samples}
   */
  long index(long position);

  /** The stretch of the sample at a position. */
  Stretch stretch(long position);

  /** The lane of a position; 0 in an order without lanes. */
  int lane(long position);

  /**
   * The order of an epoch, if it depends only on the counts of samples: any but {@link
   * OrderKind#LIQUID}.
   */
  static EpochOrder of(ShardCounts counts, long seed, long epoch, OrderOptions options) {
    return switch (options.kind()) {
      case LANES -> new LanesOrder(counts, seed, epoch, options.lanes(), options.window());
      case GLOBAL ->
          new GlobalOrder(counts, OrderNumbers.key(seed, epoch, Purpose.ALL_SAMPLES.id()));
      case SEQUENTIAL -> new SequentialOrder(counts);
      case LIQUID ->
          throw new IllegalArgumentException("order liquid needs the formats of the samples");
    };
  }
}
