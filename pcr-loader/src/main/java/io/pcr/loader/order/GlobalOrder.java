package io.pcr.loader.order;

/** All samples in any order (spec/loader.md 4.2). */
record GlobalOrder(ShardCounts counts, long key) implements EpochOrder {
  @Override
  public long samples() {
    return counts.samples();
  }

  @Override
  public long index(long position) {
    return KeyedPermutation.permute(key, counts.samples(), position);
  }

  /** A sample by itself: its neighbours in the shard come at any other time. */
  @Override
  public Stretch stretch(long position) {
    long index = index(position);
    int shard = counts.shardOf(index);
    int place = (int) (index - counts.start(shard));
    return new Stretch(index, shard, place, place + 1, position);
  }

  @Override
  public int lane(long position) {
    return 0;
  }
}
