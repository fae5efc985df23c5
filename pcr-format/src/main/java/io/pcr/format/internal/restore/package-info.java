/**
 * What a shard keeps to restore its originals byte for byte (spec section "Restore region").
 *
 * <p>{@link io.pcr.format.internal.restore.RestoreRegion} reads the records of a shard. This
 * package only reads and writes these records; the class {@code OriginalRestorer} of the codecs
 * rebuilds an original from them. A region is thread-safe and reads from a source that the caller
 * closes. A {@link io.pcr.format.internal.restore.RestoreRegionBuilder} is for one thread.
 */
package io.pcr.format.internal.restore;
