package io.pcr.reader.decode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.PixelFormat;

/**
 * How the pixels of a batch lie in one buffer of unsigned bytes. Immutable.
 *
 * @param height of every image
 * @param width of every image
 * @param format which channels
 * @param layout in which order
 */
public record BatchShape(int height, int width, PixelFormat format, Layout layout) {
  /** The order of a batch's dimensions, the slowest first. */
  public enum Layout {
    /** Image, row, column, channel: as image files have it. */
    NHWC,
    /** Image, channel, row, column: as PyTorch has it. */
    NCHW
  }

  public BatchShape {
    requireNonNull(format, "format");
    requireNonNull(layout, "layout");
    if (height < 1 || width < 1) {
      throw new IllegalArgumentException("images of " + height + " x " + width);
    }
    Math.multiplyExact(Math.multiplyExact(height, width), format.channels());
  }

  /** Colour images, channels last. */
  public static BatchShape nhwc(int height, int width) {
    return new BatchShape(height, width, PixelFormat.RGB, Layout.NHWC);
  }

  /** Colour images, channels first. */
  public static BatchShape nchw(int height, int width) {
    return new BatchShape(height, width, PixelFormat.RGB, Layout.NCHW);
  }

  /** Bytes of one image. */
  public int imageBytes() {
    return height * width * format.channels();
  }
}
