/**
 * Options for JPEGs: how they are decoded, which markers stored images keep, and what groups of
 * scans should show.
 *
 * <p>Samples of the reader take {@link io.pcr.codecs.jpeg.DecodeOptions}:
 *
 * <pre>{@code
 * DecodeOptions options = DecodeOptions.rgb().withScale(DecodeOptions.Scale.HALF);
 * ByteBuffer pixels = ByteBuffer.allocateDirect((int) sample.decodedSize(options).bytes());
 * DecodedImage image = sample.decode(options, pixels);
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.codecs.jpeg;
