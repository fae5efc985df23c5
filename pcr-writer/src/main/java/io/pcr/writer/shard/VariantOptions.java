package io.pcr.writer.shard;

import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.journal.RunRefusedException;
import java.util.Map;

/**
 * Which variant of shards is made, with what of it can be chosen. This is where another variant
 * joins. Immutable.
 */
public interface VariantOptions {
  /** The name of the option that holds the variant. */
  String NAME = "variant";

  ShardVariant variant();

  /**
   * As names and values, in a fixed order, the first {@link #NAME}. What differs here makes other
   * bytes, so that a run cannot be resumed with it.
   */
  Map<String, String> describe();

  /**
   * How the shards of a run are made.
   *
   * @throws RunRefusedException when the variant cannot do what the run wants of it
   */
  ShardFormat format(ShardSpec run) throws RunRefusedException;
}
