/**
 * How the images of a batch are transformed: cropped and resized.
 *
 * <pre>{@code
 * ResizeShape shape = new ResizeShape(224, 224, PixelFormat.RGB, false, true);
 * Transform transform = new Transform.RandomResizedCrop(shape, RandomCrop.DEFAULT);
 * LoaderOptions options = LoaderOptions.builder().transform(transform).build();
 * }</pre>
 *
 * <p>Transforms are immutable and thread-safe.
 */
package io.pcr.loader.transform;
