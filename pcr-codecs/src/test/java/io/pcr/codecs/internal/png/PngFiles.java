package io.pcr.codecs.internal.png;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** PNGs put together by hand, so that they can be wrong in just one way. */
final class PngFiles {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  PngFiles() {
    out.writeBytes(SIGNATURE);
  }

  PngFiles header(int width, int height, int depth, int colourType, int interlace) {
    ByteBuffer data = ByteBuffer.allocate(13).putInt(width).putInt(height);
    data.put((byte) depth).put((byte) colourType).put((byte) 0).put((byte) 0);
    return chunk("IHDR", data.put((byte) interlace).array());
  }

  PngFiles chunk(String type, byte[] data) {
    CRC32 crc = new CRC32();
    crc.update(type.getBytes(StandardCharsets.US_ASCII));
    crc.update(data);
    return chunk(type, data, (int) crc.getValue());
  }

  PngFiles chunk(String type, byte[] data, int crc) {
    out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    out.writeBytes(type.getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt(crc).array());
    return this;
  }

  /** Filtered rows, each with its filter byte in front. */
  PngFiles pixels(int... bytes) {
    byte[] raw = new byte[bytes.length];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (byte) bytes[i];
    }
    return chunk("IDAT", deflate(raw));
  }

  static byte[] deflate(byte[] raw) {
    Deflater deflater = new Deflater();
    deflater.setInput(raw);
    deflater.finish();
    byte[] compressed = new byte[raw.length + 100];
    int length = deflater.deflate(compressed);
    deflater.end();
    return Arrays.copyOf(compressed, length);
  }

  ByteBuffer unfinished() {
    return ByteBuffer.wrap(out.toByteArray());
  }

  ByteBuffer end() {
    return chunk("IEND", new byte[0]).unfinished();
  }
}
