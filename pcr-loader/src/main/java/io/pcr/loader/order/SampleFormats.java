package io.pcr.loader.order;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * The format of each sample of a part, as the order {@code liquid} needs it (spec/loader.md 4.4).
 * Immutable and thread-safe. Needs a byte of memory for each sample.
 */
public final class SampleFormats {
  /** The number of encodings that a byte can name. */
  static final int MOST = 256;

  private final ShardCounts counts;
  private final byte[][] shards;

  private SampleFormats(ShardCounts counts, byte[][] shards) {
    this.counts = counts;
    this.shards = shards;
  }

  /**
   * Formats of the samples of a part.
   *
   * @param counts of the part's shards
   * @param shards of each shard the number of the encoding of each of its samples that are in the
   *     part, from 0 to 255
   */
  public static SampleFormats of(ShardCounts counts, byte[]... shards) {
    requireNonNull(counts, "counts");
    byte[][] copy = new byte[shards.length][];
    for (int shard = 0; shard < shards.length; shard++) {
      copy[shard] = shards[shard].clone();
    }
    int[] lengths = Arrays.stream(copy).mapToInt(each -> each.length).toArray();
    for (int shard = 0; shard < Math.max(lengths.length, counts.shards()); shard++) {
      if (lengths.length != counts.shards() || lengths[shard] != counts.count(shard)) {
        throw new IllegalArgumentException("the formats are not those of the part's samples");
      }
    }
    return new SampleFormats(counts, copy);
  }

  ShardCounts counts() {
    return counts;
  }

  /** The format of a sample by its place among the shard's samples that are in the part. */
  int format(int shard, int place) {
    return shards[shard][place] & 0xFF;
  }
}
