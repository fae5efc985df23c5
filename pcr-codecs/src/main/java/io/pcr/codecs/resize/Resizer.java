package io.pcr.codecs.resize;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ResizeNative;
import java.nio.ByteBuffer;

/**
 * Brings images to one size by bilinear interpolation, and lays them out for a model. Computes in
 * fixed point. Keeps its memory between calls; for one thread at a time. Nothing has to be closed.
 */
public final class Resizer {
  private static final long MAX_SCRATCH = 1L << 30;

  private final ResizeShape shape;
  private ByteBuffer scratch = ByteBuffer.allocateDirect(0);

  public Resizer(ResizeShape shape) {
    this.shape = requireNonNull(shape, "shape");
  }

  /**
   * Resizes an image.
   *
   * @param pixels direct; rows without padding from index 0, in the shape's format
   * @param width of the image, at least 1
   * @param height of the image, at least 1
   * @param flipped whether the result is flipped from left to right
   * @param out direct; filled from {@code at} on with {@link ResizeShape#bytes} bytes
   * @throws IllegalArgumentException when a buffer is not direct or too small
   */
  public void resize(
      ByteBuffer pixels, int width, int height, boolean flipped, ByteBuffer out, int at) {
    int channels = shape.format().channels();
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("an image of " + width + " x " + height);
    }
    require(pixels, (long) width * height * channels);
    require(out, Math.addExact((long) at, shape.bytes()));
    if (at < 0 || out.isReadOnly()) {
      throw new IllegalArgumentException("no room at " + at);
    }
    CodecLibraries.RESIZE.requireUnchecked();
    long needed =
        ResizeNative.scratch(
            width, height, channels, shape.width(), shape.height(), shape.antialias() ? 1 : 0);
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
        out.duplicate().clear(),
        at,
        shape.width(),
        shape.height(),
        shape.antialias() ? 1 : 0,
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
