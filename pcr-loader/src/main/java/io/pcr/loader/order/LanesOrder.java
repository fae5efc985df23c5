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
    long place = sequence(position);
    int at = ShardCounts.find(starts, place);
    return counts.start(shards[at]) + place - starts[at];
  }

  /** The place in the sequence of shards of the sample at a position. */
  long sequence(long position) {
    int lane = cut.lane(position);
    long between = between(lane, cut.place(position));
    return cut.start(lane) + first.place(lane, offset(lane), cut.length(lane), between);
  }

  private long between(int lane, long place) {
    return second.place(lane, offset(lane) + window / 2, cut.length(lane), place);
  }

  /** Where the windows of a lane begin: not all lanes need new shards at the same time. */
  private long offset(int lane) {
    return window * lane / cut.lanes();
  }

  /** What a window of the first pass has of a shard. */
  @Override
  public Stretch stretch(long position) {
    int lane = cut.lane(position);
    long offset = offset(lane);
    long length = cut.length(lane);
    long between = between(lane, cut.place(position));
    long number = first.number(offset, between);
    long begin = cut.start(lane) + first.begin(offset, number);
    long end = cut.start(lane) + first.end(offset, length, number);
    long place = cut.start(lane) + first.place(lane, offset, length, between);
    int at = ShardCounts.find(starts, place);
    long from = Math.max(begin, starts[at]);
    long to = Math.min(end, starts[at + 1]);
    return new Stretch(
        from,
        shards[at],
        (int) (from - starts[at]),
        (int) (to - starts[at]),
        lastPosition(lane, end - 1 - cut.start(lane)));
  }

  /** The last position to which the second pass can bring what stands at a place between both. */
  private long lastPosition(int lane, long between) {
    long offset = offset(lane) + window / 2;
    long end = second.end(offset, cut.length(lane), second.number(offset, between));
    return cut.position(lane, end - 1);
  }
}
