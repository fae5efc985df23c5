/**
 * The index of a dataset. It finds a sample by its key, by its label or by its number.
 *
 * <p>An index only makes searches faster. It contains nothing that the manifest and the shards do
 * not contain, so it can always be built again. {@link io.pcr.format.internal.index.SampleIndex} is
 * the open index, {@link io.pcr.format.internal.index.IndexBuilder} builds one from an {@link
 * io.pcr.format.internal.index.IndexSource}, and {@link io.pcr.format.internal.index.ShardTable}
 * maps the number of a sample to its shard.
 *
 * <p>An open index is thread-safe. Whoever opens it closes it; an open dataset of the reader opens
 * and closes its own. A builder is for one thread.
 */
package io.pcr.format.internal.index;
