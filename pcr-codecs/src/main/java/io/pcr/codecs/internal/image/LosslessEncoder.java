package io.pcr.codecs.internal.image;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * Writes image files of one kind, from which the same pixels come back. Thread-safe.
 *
 * @param room how much room an image needs
 * @param writer writes an image
 */
public record LosslessEncoder(Room room, Writer writer) {
  /** Room enough for an image of a size. */
  public interface Room {
    /** See {@link LosslessEncoder#maxLength}. */
    long of(int width, int height, PixelFormat format);
  }

  /** Writes an image. */
  public interface Writer {
    /** See {@link LosslessEncoder#encode}. */
    void write(ByteBuffer pixels, int width, int height, PixelFormat format, ByteBuffer out)
        throws PcrException;
  }

  /**
   * Room enough for an image of this size.
   *
   * @throws ArithmeticException when it does not fit into a long
   */
  public long maxLength(int width, int height, PixelFormat format) {
    return room.of(width, height, format);
  }

  /**
   * Encodes 8-bit grey or RGB.
   *
   * @param pixels read from its position on; left as it was
   * @param out direct, with room for {@link #maxLength}; its position advances past the file
   * @throws PcrException when the format has no place for an image of this size
   */
  public void encode(ByteBuffer pixels, int width, int height, PixelFormat format, ByteBuffer out)
      throws PcrException {
    writer.write(pixels, width, height, format, out);
  }
}
