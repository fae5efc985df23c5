package io.pcr.writer.internal.encode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

  /** A PNG of 2 x 2 pixels of red, the last of them with an alpha. */
  static byte[] rgbaPng(int lastAlpha) throws IOException {
    byte[] rows = new byte[2 * (1 + 2 * 4)];
    for (int pixel = 0; pixel < 4; pixel++) {
      int at = pixel / 2 * 9 + 1 + pixel % 2 * 4;
      rows[at] = (byte) 200;
      rows[at + 3] = (byte) (pixel == 3 ? lastAlpha : 255);
    }
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(deflated)) {
      deflater.write(rows);
    }
    byte[] header = ByteBuffer.allocate(13).putInt(2).putInt(2).put((byte) 8).put((byte) 6).array();
    return join(
        Arrays.copyOf(png(PixelFormat.GREY), 8),
        chunk("IHDR", header),
        chunk("IDAT", deflated.toByteArray()),
        chunk("IEND", new byte[0]));
  }

  /** A bitmap of 2 x 2 pixels of red with a mask that says where the alpha is, or none. */
  static byte[] alphaBmp(boolean hasMask, int lastAlpha) {
    int headers = 14 + 108;
    ByteBuffer file = ByteBuffer.allocate(headers + 16).order(ByteOrder.LITTLE_ENDIAN);
    file.put(0, (byte) 'B').put(1, (byte) 'M').putInt(2, headers + 16).putInt(10, headers);
    file.putInt(14, 108).putInt(18, 2).putInt(22, 2);
    file.putShort(26, (short) 1).putShort(28, (short) 32).putInt(30, 3);
    file.putInt(54, 0xff0000).putInt(58, 0xff00).putInt(62, 0xff);
    file.putInt(66, hasMask ? 0xff000000 : 0);
    for (int pixel = 0; pixel < 4; pixel++) {
      file.putInt(headers + 4 * pixel, 0xc80000 | (pixel == 3 ? lastAlpha : 255) << 24);
    }
    return file.array();
  }

  /** A WebP in the extended form, with chunks before and behind the image. */
  static byte[] extendedWebp(int flags, byte[] before, byte[] behind) throws IOException {
    byte[] plain = webp(WebpOptions.losslessly());
    byte[] size = new byte[10];
    size[0] = (byte) flags;
    size[4] = WIDTH - 1;
    size[7] = HEIGHT - 1;
    byte[] body =
        join(riffChunk("VP8X", size), before, Arrays.copyOfRange(plain, 12, plain.length), behind);
    ByteBuffer head = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    head.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(4 + body.length);
    return join(head.put("WEBP".getBytes(StandardCharsets.US_ASCII)).array(), body);
  }

  static byte[] riffChunk(String type, byte[] data) {
    int padded = data.length + (data.length & 1);
    return ByteBuffer.allocate(8 + padded)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(type.getBytes(StandardCharsets.US_ASCII))
        .putInt(data.length)
        .put(data)
        .array();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
