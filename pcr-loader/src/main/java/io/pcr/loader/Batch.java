package io.pcr.loader;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnValue;
import io.pcr.reader.Sample;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a rank gets in a step: images of one size in one buffer, or images as they are stored, and
 * what belongs to them. Valid until the loader gives the next batch, or is closed: the loader uses
 * the buffer again.
 */
public interface Batch {
  /** The epoch, from 0. */
  long epoch();

  /** The number of the batch in its epoch, from 0. */
  long number();

  /** The fidelity that all images were asked for at; full, or at most a group. */
  Fidelity fidelity();

  /** The number of images. */
  int size();

  /** The number of views of each image: 1, or as many random crops as the options say. */
  int views();

  /**
   * The pixels of all images, one after the other, as the transform's shape says; the views of an
   * image follow each other. Direct.
   *
   * @throws IllegalStateException when the batch has files
   */
  ByteBuffer pixels();

  /**
   * An image as it is stored, at the loader's fidelity: its file, and what is needed to decode it.
   *
   * @throws IllegalStateException when the batch has pixels
   */
  Sample stored(int image);

  /**
   * What the {@link SampleHook} has made of an image; empty when it gave null, or there is none.
   */
  Optional<Object> result(int image);

  /** The label of an image; empty when it has none. */
  OptionalLong label(int image);

  /**
   * The key of an image.
   *
   * @throws IllegalStateException when the loader was not asked for keys
   */
  String key(int image);

  /**
   * The value of an image in a column; empty when it has none. Valid for as long as the caller
   * likes.
   *
   * @throws IllegalArgumentException when the loader was not asked for the column
   */
  Optional<ColumnValue> value(int image, String column);

  /** The part of a mix that an image is from; 0 when there is one part. */
  int part(int image);

  /** The number of an image in its dataset. */
  long sample(int image);

  /** Whether an image is in the batch only to fill it. */
  boolean isPadded(int image);

  /** Whether damage made an image coarser than was asked for. */
  boolean isDegraded(int image);

  /** Whether an image replaces another one, which is damaged or cannot be decoded. */
  boolean isReplaced(int image);
}
