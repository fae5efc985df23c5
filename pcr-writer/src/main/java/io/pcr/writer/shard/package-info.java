/**
 * Which shards are made.
 *
 * <p>{@link io.pcr.writer.shard.VariantOptions} choose the variant of the shards, and {@link
 * io.pcr.writer.shard.ShardLimits} their size.
 *
 * <pre>{@code
 * ConversionOptions options =
 *     ConversionOptions.builder(source, folder).shards(new ShardLimits(64L << 20, 512)).build();
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.writer.shard;
