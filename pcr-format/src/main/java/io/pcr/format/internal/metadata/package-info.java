/**
 * The metadata of a shard: everything about its samples except their bytes (spec section "Shard
 * metadata").
 *
 * <p>{@link io.pcr.format.internal.metadata.ShardMetadata} gives the key, label, size, encoding,
 * columns and slice lengths of each sample by its position. It is immutable and thread-safe, and
 * holds nothing open. A {@link io.pcr.format.internal.metadata.ShardMetadataBuilder} is for one
 * thread.
 */
package io.pcr.format.internal.metadata;
