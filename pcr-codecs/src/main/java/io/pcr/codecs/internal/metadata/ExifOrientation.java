package io.pcr.codecs.internal.metadata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The orientation in an EXIF block: the first entry with its tag in the first directory.
 *
 * <pre>
 * | II or MM | 42 | offset of the directory 4 | … | entries 2 | tag 2, type 2, count 4, value 4 | … |
 * </pre>
 */
final class ExifOrientation {
  private static final int TIFF_HEADER_LENGTH = 8;
  private static final int TIFF_MARK_OFFSET = 2;
  private static final int TIFF_MARK = 42;
  private static final int DIRECTORY_OFFSET = 4;
  private static final int ENTRY_LENGTH = 12;
  private static final int ENTRY_TYPE_OFFSET = 2;
  private static final int ENTRY_COUNT_OFFSET = 4;
  private static final int ENTRY_VALUE_OFFSET = 8;
  private static final int TAG = 0x0112;
  private static final int TYPE_SHORT = 3;
  private static final int MAX = 8;
  private static final int BLOCK_LENGTH = TIFF_HEADER_LENGTH + Short.BYTES + ENTRY_LENGTH + 4;

  private ExifOrientation() {}

  /** 1 to 8; 0 when the block does not say it, or makes no sense. */
  static int of(ByteBuffer block) {
    ByteBuffer tiff = block.slice();
    if (tiff.limit() < TIFF_HEADER_LENGTH) {
      return 0;
    }
    boolean isLittle = tiff.get(0) == 'I' && tiff.get(1) == 'I';
    boolean isBig = tiff.get(0) == 'M' && tiff.get(1) == 'M';
    tiff.order(isLittle ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    if (!(isLittle || isBig) || tiff.getShort(TIFF_MARK_OFFSET) != TIFF_MARK) {
      return 0;
    }
    long directory = Integer.toUnsignedLong(tiff.getInt(DIRECTORY_OFFSET));
    if (directory + Short.BYTES > tiff.limit()) {
      return 0;
    }
    int at = (int) directory + Short.BYTES;
    int entries = tiff.getShort((int) directory) & 0xffff;
    for (int i = 0; i < entries && tiff.limit() - at >= ENTRY_LENGTH; i++, at += ENTRY_LENGTH) {
      if (tiff.getShort(at) == TAG) {
        return value(tiff, at);
      }
    }
    return 0;
  }

  private static int value(ByteBuffer tiff, int entry) {
    boolean isOneShort =
        tiff.getShort(entry + ENTRY_TYPE_OFFSET) == TYPE_SHORT
            && tiff.getInt(entry + ENTRY_COUNT_OFFSET) == 1;
    int value = tiff.getShort(entry + ENTRY_VALUE_OFFSET) & 0xffff;
    return isOneShort && value <= MAX ? value : 0;
  }

  /** The smallest block that says nothing but the orientation. */
  static ByteBuffer block(int orientation) {
    return ByteBuffer.allocate(BLOCK_LENGTH)
        .putShort((short) 0x4d4d)
        .putShort((short) TIFF_MARK)
        .putInt(TIFF_HEADER_LENGTH)
        .putShort((short) 1)
        .putShort((short) TAG)
        .putShort((short) TYPE_SHORT)
        .putInt(1)
        .putShort((short) orientation)
        .rewind();
  }
}
