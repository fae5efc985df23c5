package io.pcr.tfrecord.internal.compression;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The window of a zstd frame, by its header (RFC 8878, 3.1.1.1): how much of what it decodes to a
 * decoder keeps. Stateless.
 */
final class ZstdWindow {
  /** Magic, descriptor, dictionary and content size; a window stands in front of the last two. */
  static final int MAX_HEADER_LENGTH = 17;

  private static final int MAGIC = 0xFD2FB528;
  private static final int DESCRIPTOR_OFFSET = Integer.BYTES;
  private static final int MIN_LOG = 10;

  private ZstdWindow() {}

  /**
   * The bytes of the window; 0 where there is no header, or not all of it, which the decoder says
   * best.
   *
   * @param header the first bytes of the frame
   * @return as an unsigned number, as the content of a frame is one
   */
  static long of(ByteBuffer header) {
    ByteBuffer in = header.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() <= DESCRIPTOR_OFFSET + 1 || in.getInt(0) != MAGIC) {
      return 0;
    }
    int descriptor = in.get(DESCRIPTOR_OFFSET) & 0xFF;
    boolean isSingleSegment = (descriptor & 0x20) != 0;
    if (!isSingleSegment) {
      int window = in.get(DESCRIPTOR_OFFSET + 1) & 0xFF;
      long base = 1L << (MIN_LOG + (window >>> 3));
      return base + base / 8 * (window & 0x07);
    }
    // An id of a dictionary has 0, 1, 2 or 4 bytes.
    int at = DESCRIPTOR_OFFSET + 1 + (1 << (descriptor & 0x03) >> 1);
    int flag = descriptor >>> 6;
    return in.limit() < at + (1 << flag) ? 0 : contentSize(in, at, flag);
  }

  private static long contentSize(ByteBuffer in, int at, int flag) {
    return switch (flag) {
      case 0 -> in.get(at) & 0xFFL;
      case 1 -> (in.getShort(at) & 0xFFFFL) + 256;
      case 2 -> in.getInt(at) & 0xFFFFFFFFL;
      default -> in.getLong(at);
    };
  }
}
