package io.pcr.writer.shard;

import io.pcr.format.shard.ShardVariant;
import java.util.Map;

/**
 * Which variant of shards is made, with what of it can be chosen: {@link PcrVariant}, {@link
 * io.pcr.writer.liquid.LiquidVariant} or {@link io.pcr.writer.tfrecord.TfRecordVariant}. Immutable.
 */
public interface VariantOptions {
  /** The name of the option that holds the variant. */
  String NAME = "variant";

  ShardVariant variant();

  /** The size of the shards where nobody says another. */
  default ShardLimits defaultShards() {
    return ShardLimits.DEFAULT;
  }

  /**
   * As names and values, in a fixed order, the first {@link #NAME}. What differs here makes other
   * bytes, so that a run cannot be resumed with it.
   */
  Map<String, String> describe();
}
