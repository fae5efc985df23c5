/**
 * The size and layout to which images are resized for a model.
 *
 * <pre>{@code
 * ResizeShape shape = new ResizeShape(224, 224, PixelFormat.RGB, false, true);
 * ByteBuffer pixels = ByteBuffer.allocateDirect(shape.bytes());
 * }</pre>
 *
 * <p>{@link io.pcr.codecs.resize.ResizeShape} is immutable and thread-safe.
 */
package io.pcr.codecs.resize;
