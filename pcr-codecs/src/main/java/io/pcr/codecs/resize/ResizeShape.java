package io.pcr.codecs.resize;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.PixelFormat;

/**
 * What images are brought to. Immutable.
 *
 * @param width of each image, from 1 to 65,535
 * @param height of each image, from 1 to 65,535
 * @param format of its pixels, before and after
 * @param planar whether the channels lie one after the other, and not pixel by pixel
 * @param antialias whether all pixels of an image that shrinks count, as in Pillow, and not only
 *     the nearest two of each line
 */
public record ResizeShape(
    int width, int height, PixelFormat format, boolean planar, boolean antialias) {
  private static final int MAX = 65_535;

  public ResizeShape {
    requireNonNull(format, "format");
    if (width < 1 || height < 1 || width > MAX || height > MAX) {
      throw new IllegalArgumentException("images of " + width + " x " + height);
    }
    Math.multiplyExact(Math.multiplyExact(width, height), format.channels());
  }

  /** Bytes of one image. */
  public int bytes() {
    return width * height * format.channels();
  }
}
