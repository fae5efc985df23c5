package io.pcr.codecs.internal.resize;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ResizeNative;
import io.pcr.codecs.resize.ResizeShape;
import java.nio.ByteBuffer;

/**
 * Brings images to one size by bilinear interpolation, and lays them out for a model. Computes in
 * fixed point. Keeps its memory between calls; for one thread at a time. Nothing has to be closed.
 */
public final class Resizer {
  private static final long MAX_SCRATCH = 1L << 30;

  private final ResizeShape shape;
  private final double[] box = new double[4];
  private ByteBuffer scratch = ByteBuffer.allocateDirect(0);

  public Resizer(ResizeShape shape) {
    this.shape = requireNonNull(shape, "shape");
  }

  /** Resizes a whole image, as the other method does. */
  public void resize(
      ByteBuffer pixels, int width, int height, boolean flipped, ByteBuffer out, int at) {
    resize(pixels, width, height, 0, 0, width, height, flipped, out, at);
  }

  /**
   * Resizes a part of an image, whose edges need not be those of pixels.
   *
   * @param pixels direct; rows without padding from index 0, in the shape's format
   * @param width of the image, at least 1
   * @param height of the image, at least 1
   * @param x left edge of the part
   * @param y upper edge of the part
   * @param partWidth more than 0; the part is inside the image
   * @param partHeight more than 0
   * @param flipped whether the result is flipped from left to right
   * @param out direct; filled from {@code at} on with {@link ResizeShape#bytes} bytes
   * @throws IllegalArgumentException when a buffer is not direct or too small, or the part is not
   *     inside the image
   */
  public void resize(
      ByteBuffer pixels,
      int width,
      int height,
      double x,
      double y,
      double partWidth,
      double partHeight,
      boolean flipped,
      ByteBuffer out,
      int at) {
    int channels = shape.format().channels();
    boolean isInside =
        x >= 0
            && y >= 0
            && partWidth > 0
            && partHeight > 0
            && x + partWidth <= width
            && y + partHeight <= height;
    if (!isInside) {
      throw new IllegalArgumentException(
          partWidth + " x " + partHeight + " at " + x + ", " + y + " of " + width + " x " + height);
    }
    require(pixels, (long) width * height * channels);
    require(out, Math.addExact((long) at, shape.bytes()));
    if (at < 0 || out.isReadOnly()) {
      throw new IllegalArgumentException("no room at " + at);
    }
    CodecLibraries.RESIZE.requireUnchecked();
    box[0] = x;
    box[1] = y;
    box[2] = partWidth;
    box[3] = partHeight;
    int antialias = shape.antialias() ? 1 : 0;
    long needed =
        ResizeNative.scratch(width, channels, box, shape.width(), shape.height(), antialias);
    if (needed > MAX_SCRATCH) {
      throw new IllegalArgumentException("an image of " + width + " x " + height);
    }
    if (scratch.capacity() < needed) {
      scratch = ByteBuffer.allocateDirect((int) needed);
    }
    ResizeNative.resize(
        pixels.duplicate().clear(),
        width,
        height,
        channels,
        box,
        out.duplicate().clear(),
        at,
        shape.width(),
        shape.height(),
        antialias,
        flipped ? 1 : 0,
        shape.planar() ? 1 : 0,
        scratch);
  }

  private static void require(ByteBuffer buffer, long bytes) {
    if (!buffer.isDirect() || buffer.capacity() < bytes) {
      throw new IllegalArgumentException(
          "a direct buffer of " + bytes + " bytes is needed, there is " + buffer);
    }
  }
}
