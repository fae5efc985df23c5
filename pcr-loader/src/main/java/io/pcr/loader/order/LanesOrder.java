package io.pcr.loader.order;

/**
 * Shards in any order, cut into lanes; in each lane, samples change places within windows, twice
 * (spec/loader.md 4.3). Needs memory for the shards, none for the samples.
 */
public final class LanesOrder implements EpochOrder {
  private final ShardCounts counts;
  private final LaneCut cut;
  private final long window;
  private final WindowPass first;
  private final WindowPass second;

  /** The shard at each place of the epoch. */
  private final int[] shards;

  /** Where each of them begins in the sequence, and at the end the number of samples. */
  private final long[] starts;

  LanesOrder(ShardCounts counts, long seed, long epoch, int lanes, int window) {
    this.counts = counts;
    this.cut = new LaneCut(counts.samples(), lanes);
    this.window = window;
    this.first = new WindowPass(seed, epoch, Purpose.FIRST_PASS, window);
    this.second = new WindowPass(seed, epoch, Purpose.SECOND_PASS, window);
    this.shards = new int[counts.shards()];
    this.starts = new long[counts.shards() + 1];
    long key = OrderNumbers.key(seed, epoch, Purpose.SHARDS.id());
    for (int place = 0; place < shards.length; place++) {
      shards[place] = (int) KeyedPermutation.permute(key, shards.length, place);
      starts[place + 1] = starts[place] + counts.count(shards[place]);
    }
  }

  @Override
  public long samples() {
    return cut.samples();
  }

  @Override
  public int lane(long position) {
    return cut.lane(position);
  }

  @Override
  public long index(long position) {
    return indexInSequence(sequence(position));
  }

  /** The place in the sequence of shards of the sample at a position. */
  public long sequence(long position) {
    int lane = cut.lane(position);
    long length = cut.length(lane);
    long offset = window * lane / cut.lanes();
    long between = second.place(lane, offset + window / 2, length, cut.place(position));
    return cut.start(lane) + first.place(lane, offset, length, between);
  }

  /** The index of the sample at a place of the sequence. */
  private long indexInSequence(long place) {
    int at = ShardCounts.find(starts, place);
    return counts.start(shards[at]) + place - starts[at];
  }
}
