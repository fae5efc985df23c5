/**
 * Images of one size of images of any size.
 *
 * <pre>{@code
 * Resizer resizer = new Resizer(new ResizeShape(224, 224, PixelFormat.RGB, false, true));
 * resizer.resize(pixels, width, height, false, batch, number * shape.bytes());
 * }</pre>
 *
 * <p>A resizer is for one thread at a time.
 */
package io.pcr.codecs.internal.resize;
