/**
 * Which part of an image a model sees (spec/loader.md 9). A box is computed from the seed, the
 * epoch and the sample's number, with integers alone.
 *
 * <pre>{@code
 * CropBox box = RandomCrop.DEFAULT.box(seed, epoch, sample, 0, width, height);
 * }</pre>
 */
package io.pcr.loader.crop;
