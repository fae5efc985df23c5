package io.pcr.writer.liquid;

import static java.util.Objects.requireNonNull;

import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Liquid shards: each image is a complete file, in one of several formats. Immutable and
 * thread-safe.
 *
 * @param mix the ratio of the formats
 * @param seed decides which image gets which format
 */
public record LiquidVariant(FormatMix mix, long seed) implements VariantOptions {
  /** The option that holds the mix. */
  public static final String MIX = "mix";

  /** The option that holds the seed. */
  public static final String SEED = "mix-seed";

  /** How {@link #variant} is called in options. */
  public static final String LABEL = "liquid";

  public LiquidVariant {
    requireNonNull(mix, "mix");
  }

  @Override
  public ShardVariant variant() {
    return ShardVariant.LIQUID;
  }

  @Override
  public ShardLimits defaultShards() {
    return ShardLimits.LIQUID;
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(NAME, LABEL);
    options.put(MIX, mix.toString());
    options.put(SEED, Long.toString(seed));
    return options;
  }
}
