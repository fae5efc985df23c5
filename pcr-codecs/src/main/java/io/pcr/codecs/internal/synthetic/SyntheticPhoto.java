package io.pcr.codecs.internal.synthetic;

import io.pcr.codecs.PixelFormat;
import java.nio.ByteBuffer;

/**
 * Pictures that compress like photographs, each determined by its seed alone.
 *
 * <p>Natural images owe their statistics to objects of all sizes that hide one another (so edges,
 * and a power spectrum that falls with the square of the frequency), to surfaces with a texture of
 * their own, to large smooth areas, and to a little sensor noise. A picture is made in that order.
 * The same seed, size and format give the same bytes on every machine: only the arithmetic that
 * Java defines exactly takes part.
 *
 * <p>Stateless and thread-safe.
 */
public final class SyntheticPhoto {
  private SyntheticPhoto() {}

  /**
   * Renders one picture.
   *
   * @param out heap or direct; receives {@code format.imageBytes(width, height)} bytes at its
   *     position, which advances past them
   * @throws IllegalArgumentException when the size is not positive, exceeds 2^28 pixels, or {@code
   *     out} has no room for it
   */
  public static void render(long seed, int width, int height, PixelFormat format, ByteBuffer out) {
    Canvas canvas = new Canvas(width, height);
    long bytes = format.imageBytes(width, height);
    if (out.remaining() < bytes) {
      throw new IllegalArgumentException(
          "the picture needs " + bytes + " bytes, the buffer has room for " + out.remaining());
    }
    new Scene(seed, canvas).paint();
    Development development = new Development(seed, canvas);
    switch (format) {
      case GREY -> development.grey(out);
      case RGB -> development.rgb(out);
    }
  }

  /** Renders one picture into a new direct buffer, ready to be read. */
  public static ByteBuffer render(long seed, int width, int height, PixelFormat format) {
    long bytes = format.imageBytes(width, height);
    ByteBuffer out = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
    render(seed, width, height, format, out);
    return out.flip();
  }
}
