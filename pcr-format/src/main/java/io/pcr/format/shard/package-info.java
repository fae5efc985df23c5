/**
 * The variants of shards: PCR, Liquid and TFRecord.
 *
 * <pre>{@code
 * for (ShardEntry shard : manifest.shards()) {
 *   System.out.println(shard.name() + " " + shard.variant());
 * }
 * }</pre>
 *
 * <p>{@link io.pcr.format.shard.ShardVariant} is immutable and thread-safe.
 */
package io.pcr.format.shard;
