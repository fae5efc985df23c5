/**
 * The shard container (spec section "Shard"): head, region table and trailer. Together with the
 * metadata they give the position of every byte.
 *
 * <p>{@link io.pcr.format.internal.shard.ShardFile} reads the head, the regions and the metadata of
 * a shard and checks them against each other. {@link io.pcr.format.internal.shard.ShardLayout} then
 * gives the length of the prefix at each fidelity, and the position of each slice:
 *
 * <pre>{@code
 * ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
 * long bytes = shard.layout().prefixLength(3);
 * }</pre>
 *
 * <p>A {@code ShardFile} is immutable and thread-safe. It holds nothing open; the caller closes the
 * source.
 */
package io.pcr.format.internal.shard;
