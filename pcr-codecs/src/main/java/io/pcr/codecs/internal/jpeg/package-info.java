/**
 * JPEG: decodes images from slices, encodes pixels, and transcodes files to progressive JPEG with a
 * chosen scan script and back to the bytes of the original.
 *
 * <p>Transcoding keeps every coefficient, and restoring gives the same bytes. Decoded pixels are
 * those of libjpeg-turbo.
 *
 * <pre>{@code
 * try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
 *   decoder.decode(jpeg, DecodeOptions.rgb(), pixels, "a.jpg"); // pixels is a direct buffer
 * }
 * }</pre>
 *
 * <p>Decoders, encoders and transcoders hold native memory. Each is for one thread at a time, and
 * whoever creates one closes it. Options and results are immutable.
 */
package io.pcr.codecs.internal.jpeg;
