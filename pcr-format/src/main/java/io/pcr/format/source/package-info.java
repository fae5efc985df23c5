/**
 * Byte sources: where the library reads its bytes from.
 *
 * <p>A {@link io.pcr.format.source.ByteSource} reads bytes at positions. Implement it for storage
 * that the library does not support.
 *
 * <pre>{@code
 * try (ByteSource source = FileByteSource.open(path)) {
 *   ByteBuffer head = ByteBuffer.allocate(64);
 *   source.readFully(0, head);
 * }
 * }</pre>
 *
 * <p>Sources are thread-safe. Whoever opens a source closes it; a slice of a source needs no
 * closing. Every error names the source.
 */
package io.pcr.format.source;
