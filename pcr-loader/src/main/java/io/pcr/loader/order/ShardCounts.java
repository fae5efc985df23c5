package io.pcr.loader.order;

/**
 * How many samples of a part each shard has, and so which shard a sample of the part is in.
 * Immutable and thread-safe.
 */
public final class ShardCounts {
  /** The index of each shard's first sample, and at the end the number of samples. */
  private final long[] starts;

  private ShardCounts(long[] starts) {
    this.starts = starts;
  }

  /**
   * Counts of shards.
   *
   * @param counts of the shards, in the order of the manifest, each at least 0
   */
  public static ShardCounts of(int... counts) {
    long[] starts = new long[counts.length + 1];
    for (int shard = 0; shard < counts.length; shard++) {
      if (counts[shard] < 0) {
        throw new IllegalArgumentException(counts[shard] + " samples in shard " + shard);
      }
      starts[shard + 1] = starts[shard] + counts[shard];
    }
    return new ShardCounts(starts);
  }

  /** The number of shards. */
  public int shards() {
    return starts.length - 1;
  }

  /** The number of samples. */
  public long samples() {
    return starts[starts.length - 1];
  }

  /** The number of a shard's samples. */
  public int count(int shard) {
    return (int) (starts[shard + 1] - starts[shard]);
  }

  /** The index of a shard's first sample. */
  public long start(int shard) {
    return starts[shard];
  }

  /** The shard of the sample with an index. */
  public int shardOf(long index) {
    return find(starts, index);
  }

  /**
   * The last place whose start is at most a value, so never a place where nothing lies.
   *
   * @param starts ascending, from 0
   * @param value at least 0 and below the last start
   */
  static int find(long[] starts, long value) {
    if (value < 0 || value >= starts[starts.length - 1]) {
      throw new IndexOutOfBoundsException(
          "no sample " + value + " among " + starts[starts.length - 1]);
    }
    int low = 0;
    int high = starts.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
