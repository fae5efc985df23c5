/**
 * What becomes of the images of a batch.
 *
 * <pre>{@code
 * ResizeShape shape = new ResizeShape(224, 224, PixelFormat.RGB, false, true);
 * Transform transform = new Transform.RandomResizedCrop(shape, RandomCrop.DEFAULT);
 * }</pre>
 *
 * <p>Transforms are immutable.
 */
package io.pcr.loader.transform;
