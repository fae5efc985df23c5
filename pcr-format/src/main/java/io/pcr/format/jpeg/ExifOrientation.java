package io.pcr.format.jpeg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * Finds the orientation in an EXIF segment: tag 0x0112 of the first directory of the TIFF inside
 * it.
 */
final class ExifOrientation {
  private static final ByteBuffer MAGIC =
      ByteBuffer.wrap("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
  private static final int LITTLE_ENDIAN = 0x4949;
  private static final int BIG_ENDIAN = 0x4D4D;
  private static final int TIFF_VERSION = 42;
  private static final int VERSION_OFFSET = 2;
  private static final int DIRECTORY_POINTER_OFFSET = 4;
  private static final int TIFF_HEADER_LENGTH = 8;

  private static final int ENTRY_COUNT_LENGTH = 2;
  private static final int ENTRY_LENGTH = 12;
  private static final int TYPE_OFFSET = 2;
  private static final int COUNT_OFFSET = 4;
  private static final int VALUE_OFFSET = 8;

  private static final int ORIENTATION_TAG = 0x0112;
  private static final int SHORT_TYPE = 3;
  private static final int MAX_ORIENTATION = 8;

  private ExifOrientation() {}

  /**
   * The orientation, or empty when the payload is not EXIF, is damaged, or does not give one from 1
   * to 8.
   */
  static OptionalInt find(ByteBuffer payload) {
    int magic = MAGIC.limit();
    if (payload.limit() < magic + TIFF_HEADER_LENGTH || !payload.slice(0, magic).equals(MAGIC)) {
      return OptionalInt.empty();
    }
    ByteBuffer tiff = payload.slice(magic, payload.limit() - magic);
    int order = tiff.getShort(0);
    if (order != LITTLE_ENDIAN && order != BIG_ENDIAN) {
      return OptionalInt.empty();
    }
    tiff.order(order == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long directory = Integer.toUnsignedLong(tiff.getInt(DIRECTORY_POINTER_OFFSET));
    if (tiff.getShort(VERSION_OFFSET) != TIFF_VERSION
        || directory > tiff.limit() - ENTRY_COUNT_LENGTH) {
      return OptionalInt.empty();
    }
    return inDirectory(tiff, (int) directory);
  }

  private static OptionalInt inDirectory(ByteBuffer tiff, int directory) {
    int first = directory + ENTRY_COUNT_LENGTH;
    int declared = Short.toUnsignedInt(tiff.getShort(directory));
    int count = Math.min(declared, (tiff.limit() - first) / ENTRY_LENGTH);
    for (int i = 0; i < count; i++) {
      int entry = first + i * ENTRY_LENGTH;
      if (Short.toUnsignedInt(tiff.getShort(entry)) == ORIENTATION_TAG) {
        boolean oneShort =
            tiff.getShort(entry + TYPE_OFFSET) == SHORT_TYPE
                && tiff.getInt(entry + COUNT_OFFSET) == 1;
        int value = Short.toUnsignedInt(tiff.getShort(entry + VALUE_OFFSET));
        return oneShort && value >= 1 && value <= MAX_ORIENTATION
            ? OptionalInt.of(value)
            : OptionalInt.empty();
      }
    }
    return OptionalInt.empty();
  }
}
