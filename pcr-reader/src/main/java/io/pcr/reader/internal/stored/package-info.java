/**
 * Shards in their stored form, for work that looks at every byte of a shard and not at samples:
 * checking, restoring, salvaging.
 *
 * <p>{@link io.pcr.reader.internal.stored.RegionWalk} reads the regions of a shard in large pieces
 * and checks each slice. {@link io.pcr.reader.internal.stored.SampleFileReader} assembles the file
 * of one sample. Both read a source that the caller closes.
 */
package io.pcr.reader.internal.stored;
