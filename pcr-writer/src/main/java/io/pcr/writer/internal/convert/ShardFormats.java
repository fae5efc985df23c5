package io.pcr.writer.internal.convert;

import io.pcr.writer.internal.liquid.LiquidShards;
import io.pcr.writer.internal.shard.ContainerShardFormat;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.tfrecord.TfRecordShardFormat;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;

/** How the shards of each variant are made. This is where another variant joins. */
public final class ShardFormats {
  private ShardFormats() {}

  /**
   * The format of a run's shards.
   *
   * @throws RunRejectedException when the variant cannot do what the run wants of it
   */
  public static ShardFormat of(VariantOptions options, ShardSpec run) throws RunRejectedException {
    return switch (options.variant()) {
      case PCR -> ContainerShardFormat.progressive(run);
      case LIQUID -> LiquidShards.format((LiquidVariant) options, run);
      case TFRECORD -> TfRecordShardFormat.of((TfRecordVariant) options, run);
    };
  }
}
