/**
 * Reads and writes PNG files with libspng.
 *
 * <p>{@link io.pcr.codecs.internal.png.PngCodec} is thread-safe and needs no closing. {@link
 * io.pcr.codecs.internal.png.PngOptions} choose the compression level and the filter.
 */
package io.pcr.codecs.internal.png;
