/**
 * Decodes many samples at once into one buffer of pixels, for training.
 *
 * <p>A {@link io.pcr.codecs.resize.ResizeShape} gives the size and layout of the images in a batch.
 * A {@link io.pcr.reader.decode.BatchDecoder.Framing} chooses the part of each image to use.
 *
 * <pre>{@code
 * ResizeShape shape = new ResizeShape(224, 224, PixelFormat.RGB, false, true);
 * ByteBuffer pixels = ByteBuffer.allocateDirect(samples.size() * shape.bytes());
 * try (BatchDecoder decoder = new BatchDecoder(shape, BatchDecoder.Framing.whole(), 4)) {
 *   decoder.decode(samples, pixels);
 * }
 * }</pre>
 *
 * <p>A {@link io.pcr.reader.decode.BatchDecoder} is thread-safe and has its own threads. Whoever
 * creates it closes it. The dataset of the samples, and their reader, must stay open while a batch
 * is decoded.
 */
package io.pcr.reader.decode;
