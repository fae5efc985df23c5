/**
 * Makes shards from encoded samples: collects samples in order, starts a new shard at a size limit,
 * lays the shard out, and writes it completely or not at all.
 *
 * <p>{@link io.pcr.writer.shard.VariantOptions} choose the variant of the shards, and {@link
 * io.pcr.writer.shard.ShardLimits} their size. Both are immutable. A {@link
 * io.pcr.writer.shard.ShardWriter} is for one thread at a time.
 */
package io.pcr.writer.shard;
