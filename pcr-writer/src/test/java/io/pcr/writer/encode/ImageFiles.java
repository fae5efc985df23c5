package io.pcr.writer.encode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.png.PngCodec;
import io.pcr.codecs.png.PngOptions;
import io.pcr.codecs.raw.BmpCodec;
import io.pcr.codecs.synthetic.SyntheticPhoto;
import io.pcr.codecs.webp.WebpCodec;
import io.pcr.codecs.webp.WebpOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Small image files of every format. */
final class ImageFiles {
  static final int WIDTH = 37;
  static final int HEIGHT = 21;
  private static final int IHDR_END = 33;

  private ImageFiles() {}

  static ByteBuffer photo(PixelFormat format) {
    return SyntheticPhoto.render(5, WIDTH, HEIGHT, format);
  }

  static byte[] png(PixelFormat format) throws IOException {
    ByteBuffer out =
        ByteBuffer.allocateDirect((int) PngCodec.maxEncodedLength(WIDTH, HEIGHT, format));
    PngCodec.encode(photo(format), WIDTH, HEIGHT, format, PngOptions.DEFAULT, out);
    return bytes(out.flip());
  }

  static byte[] webp(WebpOptions options) throws IOException {
    ByteBuffer out = ByteBuffer.allocateDirect((int) WebpCodec.maxEncodedLength(WIDTH, HEIGHT));
    WebpCodec.encode(photo(PixelFormat.RGB), WIDTH, HEIGHT, PixelFormat.RGB, options, out);
    return bytes(out.flip());
  }

  static byte[] bmp() {
    ByteBuffer out = ByteBuffer.allocate(1 << 16);
    BmpCodec.encode(photo(PixelFormat.RGB), WIDTH, HEIGHT, PixelFormat.RGB, out);
    return bytes(out.flip());
  }

  static byte[] pnm(String comment) {
    ByteBuffer pixels = photo(PixelFormat.RGB);
    byte[] head =
        ("P6 " + comment + WIDTH + " " + HEIGHT + " 255\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocate(head.length + pixels.remaining());
    return file.put(head).put(pixels).array();
  }

  static byte[] chunk(String type, byte[] data) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    return ByteBuffer.allocate(12 + data.length)
        .putInt(data.length)
        .put(name)
        .put(data)
        .putInt((int) crc.getValue())
        .array();
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Stream.of(parts).forEach(out::writeBytes);
    return out.toByteArray();
  }

  static byte[] insert(byte[] png, byte[] chunk) {
    return join(Arrays.copyOf(png, IHDR_END), chunk, Arrays.copyOfRange(png, IHDR_END, png.length));
  }

  /** A PNG of 2 x 2 pixels of a colour type and depth, all zero. */
  static byte[] smallPng(int depth, int colourType, int bytesPerPixel) throws IOException {
    byte[] header =
        ByteBuffer.allocate(13)
            .putInt(2)
            .putInt(2)
            .put((byte) depth)
            .put((byte) colourType)
            .array();
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(deflated)) {
      deflater.write(new byte[2 * (1 + 2 * bytesPerPixel)]);
    }
    return join(
        Arrays.copyOf(png(PixelFormat.GREY), 8),
        chunk("IHDR", header),
        chunk("IDAT", deflated.toByteArray()),
        chunk("IEND", new byte[0]));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
