/**
 * The formats of the pixels that the library gives and takes.
 *
 * <p>{@link io.pcr.codecs.PixelFormat} is immutable and thread-safe. The codecs themselves are
 * internal: programs decode through the samples of the reader.
 */
package io.pcr.codecs;
