package io.pcr.format.internal.keys;

import io.pcr.format.manifest.ShardList;
import java.io.IOException;
import java.util.OptionalInt;

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

  /** The shards of a list. */
  static NumberedShards of(ShardList shards) {
    return number -> {
      OptionalInt position = shards.positionOf(number);
      return position.isEmpty() ? NOT_LISTED : shards.sampleCount(position.getAsInt());
    };
  }
}
