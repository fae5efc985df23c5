package io.pcr.conformance.vectors;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Zstd frames put together by hand, from blocks that are not compressed. */
final class Frames {
  private static final int MAGIC = 0xFD2FB528;
  private static final int MAX_BLOCK = 128 << 10;

  /** Frame header descriptor: content size of four bytes, single segment. */
  static final int SIZE4_SINGLE = 0xA0;

  /** Content size of four bytes, a window descriptor. */
  static final int SIZE4_WINDOW = 0x80;

  static final int RAW = 0;
  static final int RLE = 1;
  static final int COMPRESSED = 2;
  static final int RESERVED = 3;

  private Frames() {}

  /** A frame that holds its content as it is. */
  static byte[] raw(byte[] content) {
    return frame(SIZE4_SINGLE, u32(content.length), rawBlocks(content));
  }

  /** A frame that says that its content has another size. */
  static byte[] rawSaying(long contentSize, byte[] content) {
    return frame(SIZE4_SINGLE, u32(contentSize), rawBlocks(content));
  }

  /** A frame of any descriptor, the header fields behind it, and blocks. */
  static byte[] frame(int descriptor, byte[] header, byte[] blocks) {
    return concat(u32(MAGIC), new byte[] {(byte) descriptor}, header, blocks);
  }

  static byte[] rawBlocks(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    do {
      int size = Math.min(MAX_BLOCK, content.length - at);
      boolean last = at + size == content.length;
      out.writeBytes(block(last, RAW, size, Arrays.copyOfRange(content, at, at + size)));
      at += size;
    } while (at < content.length);
    return out.toByteArray();
  }

  static byte[] block(boolean last, int type, int size, byte[] stored) {
    return concat(Arrays.copyOf(u32((last ? 1 : 0) | type << 1 | size << 3), 3), stored);
  }

  static byte[] u32(long value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt((int) value).array();
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** A copy of the remaining bytes. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
