/**
 * Finds out what kind of image file some bytes are.
 *
 * <pre>{@code
 * Optional<MediaType> type = MediaType.sniff(firstBytes);
 * }</pre>
 *
 * <p>The first bytes of a file decide, not its name; only TGA files need their name too. All types
 * are immutable and thread-safe, and leave the position of a buffer unchanged.
 */
package io.pcr.format.media;
