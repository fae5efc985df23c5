package io.pcr.reader.internal.quality;

import io.pcr.codecs.PixelFormat;
import java.nio.ByteBuffer;

/** Peak signal-to-noise ratio. Stateless and thread-safe. */
public final class Psnr {
  private static final double PEAK = 255;

  private Psnr() {}

  /**
   * Compares two images of the same size, in decibels, over all pixels and channels; infinite for
   * equal images.
   *
   * @param reference the reference image: {@code format.imageBytes(width, height)} bytes from its
   *     position on; the call leaves the position of both buffers unchanged
   * @throws IllegalArgumentException when the size is not positive, or a buffer is too short
   */
  public static double compare(
      ByteBuffer reference, ByteBuffer other, int width, int height, PixelFormat format) {
    long samples = format.imageBytes(width, height);
    if (width < 1 || height < 1 || reference.remaining() < samples || other.remaining() < samples) {
      throw new IllegalArgumentException("not two images of " + width + " x " + height);
    }
    long squares = 0;
    for (int i = 0; i < samples; i++) {
      int difference =
          (reference.get(reference.position() + i) & 0xFF)
              - (other.get(other.position() + i) & 0xFF);
      squares += (long) difference * difference;
    }
    return 10 * Math.log10(PEAK * PEAK * samples / squares);
  }
}
