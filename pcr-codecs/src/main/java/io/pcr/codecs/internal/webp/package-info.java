/**
 * Reads and writes WebP files, lossy and lossless, with libwebp.
 *
 * <p>{@link io.pcr.codecs.internal.webp.WebpCodec} is thread-safe and needs no closing. {@link
 * io.pcr.codecs.internal.webp.WebpOptions} choose between lossy and lossless, the quality and the
 * effort.
 */
package io.pcr.codecs.internal.webp;
