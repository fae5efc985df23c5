package io.pcr.writer.shard;

import io.pcr.format.shard.ShardVariant;
import java.util.Map;

/** Progressive shards, for which the settings of the encoder say all there is to choose. */
public record PcrVariant() implements VariantOptions {
  @Override
  public ShardVariant variant() {
    return ShardVariant.PCR;
  }

  @Override
  public Map<String, String> describe() {
    return Map.of(NAME, "pcr");
  }
}
