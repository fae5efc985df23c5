package io.pcr.format.internal.keys;

import io.pcr.format.manifest.ShardTable;
import java.io.IOException;

/** The shards of a generation, by their numbers. Thread-safe. */
@FunctionalInterface
public interface NumberedShards {
  /** The answer for a shard that the generation does not have. */
  int NOT_LISTED = -1;

  /**
   * How many samples a shard has, or {@link #NOT_LISTED}.
   *
   * @param shardNumber a u32
   */
  int sampleCount(long shardNumber) throws IOException;

  /** The shards of a table. */
  static NumberedShards of(ShardTable shards) {
    return number -> {
      int position = number > Integer.MAX_VALUE ? -1 : shards.indexOfNumber((int) number);
      return position < 0 ? NOT_LISTED : shards.sampleCount(position);
    };
  }
}
