package io.pcr.loader.order;

/** The order of the dataset (spec/loader.md 4.1). */
record SequentialOrder(ShardCounts counts) implements EpochOrder {
  /** As many as the windows of other orders have by default. */
  private static final int READ_TOGETHER = 256;

  @Override
  public long samples() {
    return counts.samples();
  }

  @Override
  public long index(long position) {
    return position;
  }

  @Override
  public Stretch stretch(long position) {
    int shard = counts.shardOf(position);
    int from = (int) ((position - counts.start(shard)) / READ_TOGETHER * READ_TOGETHER);
    int to = Math.min(counts.count(shard), from + READ_TOGETHER);
    long first = counts.start(shard) + from;
    return new Stretch(first, shard, from, to, first + (to - from) - 1);
  }

  @Override
  public int lane(long position) {
    return 0;
  }
}
