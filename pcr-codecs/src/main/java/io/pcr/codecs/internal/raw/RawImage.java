package io.pcr.codecs.internal.raw;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The encoding RAW of Liquid shards (spec section "Liquid shards"): the plainest PNM file there is,
 * so that the pixels are the file's last bytes and nothing has to be parsed to find them.
 *
 * <pre>
 * | P5 or P6 | LF | width | space | height | LF | 255 | LF | rows from the top, without padding |
 * </pre>
 *
 * @param pixels a view of the file, from position 0 to limit, read-only; lives as long as the file
 */
public record RawImage(int width, int height, PixelFormat format, ByteBuffer pixels) {
  private static final int KIND_OFFSET = 1;

  /**
   * Takes a file apart whose size is known.
   *
   * @param file its position stays
   * @param name of the image, for errors
   * @throws PcrException when it is not exactly such a file of an image of this size
   */
  public static RawImage of(ByteBuffer file, int width, int height, String name)
      throws PcrException {
    ImageChecks checks = new ImageChecks(PnmHeader.FORMAT, name);
    checks.length("magic", 0, KIND_OFFSET + 1, file.remaining());
    boolean grey = file.get(file.position() + KIND_OFFSET) == '5';
    PixelFormat format = grey ? PixelFormat.GREY : PixelFormat.RGB;
    if (width < 1 || height < 1) {
      throw checks.corrupt("size", 0, "raw pixels of " + width + " x " + height);
    }
    ByteBuffer header = ByteBuffer.wrap(PnmCodec.headerBytes(width, height, format));
    int start = header.remaining();
    checks.length("header", 0, start, file.remaining());
    if (!file.slice(file.position(), start).equals(header)) {
      String expected = new String(header.array(), 0, start, StandardCharsets.US_ASCII);
      throw checks.corrupt(
          "header",
          0,
          "not \"" + expected.replace("\n", "\\n") + "\", as the image's size asks for");
    }
    long bytes = ImageChecks.product(format.rowBytes(width), height);
    if (file.remaining() - start != bytes) {
      throw checks.corrupt(
          "pixels",
          start,
          file.remaining()
              - start
              + " bytes for "
              + width
              + " x "
              + height
              + " pixels of "
              + format);
    }
    ByteBuffer pixels = file.slice(file.position() + start, (int) bytes).asReadOnlyBuffer();
    return new RawImage(width, height, format, pixels);
  }
}
