/**
 * Which shards are made.
 *
 * <p>{@link io.pcr.writer.shard.VariantOptions} choose the variant of the shards, and {@link
 * io.pcr.writer.shard.ShardLimits} their size. Both are immutable.
 */
package io.pcr.writer.shard;
