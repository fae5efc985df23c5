package io.pcr.codecs.image;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/** Writes image files of one kind, from which the same pixels come back. Thread-safe. */
public interface LosslessEncoder {
  /**
   * Room enough for an image of this size.
   *
   * @throws ArithmeticException when it does not fit into a long
   */
  long maxLength(int width, int height, PixelFormat format);

  /**
   * Encodes 8-bit grey or RGB.
   *
   * @param pixels read from its position on; left as it was
   * @param out direct, with room for {@link #maxLength}; its position advances past the file
   * @throws PcrException when the format has no place for an image of this size
   */
  void encode(ByteBuffer pixels, int width, int height, PixelFormat format, ByteBuffer out)
      throws PcrException;
}
