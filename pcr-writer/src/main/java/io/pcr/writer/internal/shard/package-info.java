/**
 * Makes shards from encoded samples: collects samples in order, starts a new shard at a size limit,
 * lays the shard out, and writes it completely or not at all.
 *
 * <p>A {@link io.pcr.writer.internal.shard.ShardWriter} is for one thread at a time.
 */
package io.pcr.writer.internal.shard;
