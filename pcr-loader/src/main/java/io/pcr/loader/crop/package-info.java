/**
 * Which part of an image a model sees (spec/loader.md 9). A box is computed from the seed, the
 * epoch and the sample's number, with integers only, so it is the same in every language.
 *
 * <pre>{@code
 * CropBox box = RandomCrop.DEFAULT.box(seed, epoch, sample, 0, width, height);
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.loader.crop;
