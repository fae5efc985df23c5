/**
 * Byte sources in addition to plain files: direct I/O, and a simulated slow link for measurements.
 *
 * <p>Each returns a {@link io.pcr.format.source.ByteSource}, which is thread-safe. Whoever opens a
 * source closes it; closing a source on a {@link io.pcr.reader.internal.source.Link} also closes
 * the source at the other end.
 */
package io.pcr.reader.internal.source;
