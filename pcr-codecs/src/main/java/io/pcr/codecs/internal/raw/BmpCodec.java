package io.pcr.codecs.internal.raw;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Windows bitmaps without compression: palettes of 1, 4 and 8 bits, 24 and 32 bits, stored from the
 * bottom or from the top. The fourth channel of 32 bits is dropped, but for {@link #decodeRgba}.
 * Run-length compression, 16 bits and embedded JPEG or PNG are refused as unsupported. Stateless
 * and thread-safe.
 */
public final class BmpCodec implements AlphaCodec {
  private static final int GREY_LEVELS = 256;
  private static final short PLANES = 1;

  private final long maxPixels;

  /** A codec with the default limit on pixels. */
  public BmpCodec() {
    this(Limits.DEFAULT);
  }

  public BmpCodec(Limits limits) {
    maxPixels = limits.pixels();
  }

  @Override
  public ImageInfo info(ByteBuffer image, String name) throws PcrException {
    return header(image, name).info();
  }

  @Override
  public void decode(ByteBuffer image, String name, PixelFormat format, ByteBuffer out)
      throws PcrException {
    BmpHeader header = header(image, name);
    ImageChecks checks = new ImageChecks(BmpHeader.FORMAT, name);
    requirePixels(header, checks, image);
    checks.room(header.info().bytes(format), out);
    BmpRows rows = new BmpRows(header, format, checks);
    decode(header, image, out, index -> rows.convert(image, index, out));
  }

  @Override
  public void decodeRgba(ByteBuffer image, String name, ByteBuffer out) throws PcrException {
    BmpHeader header = header(image, name);
    ImageChecks checks = new ImageChecks(BmpHeader.FORMAT, name);
    requirePixels(header, checks, image);
    checks.room(ImageChecks.product(header.info().pixels(), RGBA_CHANNELS), out);
    BmpRows rows = new BmpRows(header, PixelFormat.RGB, checks);
    decode(header, image, out, index -> rows.convertRgba(image, index, out));
  }

  /** Converts the row at an index of the image's buffer. */
  private interface Row {
    void convert(int index) throws PcrException;
  }

  private static void requirePixels(BmpHeader header, ImageChecks checks, ByteBuffer image)
      throws PcrException {
    long stored = ImageChecks.product(header.stride(), header.info().height());
    int available = image.remaining() - header.pixelsOffset();
    checks.length("pixels", header.pixelsOffset(), stored, available);
  }

  private static void decode(BmpHeader header, ByteBuffer image, ByteBuffer out, Row converter)
      throws PcrException {
    int height = header.info().height();
    int start = out.position();
    try {
      for (int y = 0; y < height; y++) {
        int row = header.topDown() ? y : height - 1 - y;
        long offset = header.pixelsOffset() + row * header.stride();
        converter.convert(image.position() + (int) offset);
      }
    } catch (PcrException e) {
      out.position(start);
      throw e;
    }
  }

  private BmpHeader header(ByteBuffer image, String name) throws PcrException {
    BmpHeader header = BmpHeader.parse(image, name);
    new ImageChecks(BmpHeader.FORMAT, name).pixels(header.info().pixels(), maxPixels);
    return header;
  }

  /** The exact length that {@link #encode} writes. */
  public static long encodedLength(int width, int height, PixelFormat format) {
    return headersLength(format)
        + Math.multiplyExact(BmpHeader.stride(width, bits(format)), (long) height);
  }

  /**
   * Writes an image with 24 bits a pixel, or 8 and a palette of greys, rows from the bottom.
   *
   * @param pixels read from its position on; left as it was
   * @param out receives {@link #encodedLength} bytes; its position advances past them
   * @throws IllegalArgumentException when there are too few pixels, or too little room
   */
  public static void encode(
      ByteBuffer pixels, int width, int height, PixelFormat format, ByteBuffer out) {
    ImageInfo info = new ImageInfo(width, height, format.channels());
    ImageChecks.encodable(info, format, pixels);
    ImageChecks.fits(encodedLength(width, height, format), out);
    putHeaders(info, format, out);
    byte[] row = new byte[Math.toIntExact(BmpHeader.stride(width, bits(format)))];
    int rowBytes = Math.toIntExact(format.rowBytes(width));
    for (int y = height - 1; y >= 0; y--) {
      pixels.get(pixels.position() + y * rowBytes, row, 0, rowBytes);
      if (format == PixelFormat.RGB) {
        BmpRows.swapRedAndBlue(row, rowBytes);
      }
      out.put(row);
    }
  }

  private static void putHeaders(ImageInfo info, PixelFormat format, ByteBuffer out) {
    int length = headersLength(format);
    ByteBuffer headers = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    headers.put(BmpLayout.MAGIC_OFFSET, (byte) 'B').put(BmpLayout.MAGIC_OFFSET + 1, (byte) 'M');
    long fileLength = encodedLength(info.width(), info.height(), format);
    // A length above 4 GiB does not reach here: no buffer is as large.
    headers.putInt(BmpLayout.FILE_LENGTH_OFFSET, (int) fileLength);
    headers.putInt(BmpLayout.PIXELS_OFFSET_OFFSET, length);
    headers.putInt(BmpLayout.INFO_LENGTH_OFFSET, BmpLayout.INFO_LENGTH);
    headers.putInt(BmpLayout.WIDTH_OFFSET, info.width());
    headers.putInt(BmpLayout.HEIGHT_OFFSET, info.height());
    headers.putShort(BmpLayout.PLANES_OFFSET, PLANES);
    headers.putShort(BmpLayout.BITS_OFFSET, (short) bits(format));
    headers.putInt(BmpLayout.PIXELS_LENGTH_OFFSET, (int) (fileLength - length));
    if (format == PixelFormat.GREY) {
      for (int i = 0; i < GREY_LEVELS; i++) {
        headers.putInt(
            BmpLayout.HEADERS_LENGTH + i * BmpLayout.PALETTE_ENTRY_LENGTH, i << 16 | i << 8 | i);
      }
    }
    out.put(headers);
  }

  private static int headersLength(PixelFormat format) {
    int palette = format == PixelFormat.GREY ? GREY_LEVELS * BmpLayout.PALETTE_ENTRY_LENGTH : 0;
    return BmpLayout.HEADERS_LENGTH + palette;
  }

  private static int bits(PixelFormat format) {
    return format.channels() * Byte.SIZE;
  }
}
