package io.pcr.writer.source.archive;

import static io.pcr.writer.source.archive.TarLayout.BLOCK_LENGTH;
import static io.pcr.writer.source.archive.TarLayout.CHECKSUM_LENGTH;
import static io.pcr.writer.source.archive.TarLayout.CHECKSUM_OFFSET;
import static io.pcr.writer.source.archive.TarLayout.MAGIC_LENGTH;
import static io.pcr.writer.source.archive.TarLayout.MAGIC_OFFSET;
import static io.pcr.writer.source.archive.TarLayout.NAME_LENGTH;
import static io.pcr.writer.source.archive.TarLayout.NAME_OFFSET;
import static io.pcr.writer.source.archive.TarLayout.PREFIX_LENGTH;
import static io.pcr.writer.source.archive.TarLayout.PREFIX_OFFSET;
import static io.pcr.writer.source.archive.TarLayout.SIZE_LENGTH;
import static io.pcr.writer.source.archive.TarLayout.SIZE_OFFSET;
import static io.pcr.writer.source.archive.TarLayout.TYPE_OFFSET;
import static io.pcr.writer.source.archive.TarLayout.VERSION_OFFSET;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One header of a tar.
 *
 * @param name as it stands there, in bytes
 * @param size bytes of data behind the header
 * @param type one character: {@code 0} a file, {@code 5} a folder, …
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record TarHeader(byte[] name, long size, char type) {
  static final char FILE = '0';
  static final char OLD_FILE = '\0';
  static final char CONTIGUOUS_FILE = '7';
  static final char FOLDER = '5';
  static final char GNU_LONG_NAME = 'L';
  static final char GNU_LONG_LINK = 'K';
  static final char PAX = 'x';
  static final char PAX_GLOBAL = 'g';

  private static final int BASE_256 = 0x80;
  private static final byte[] MAGIC = "ustar".getBytes(StandardCharsets.US_ASCII);
  private static final byte POSIX_VERSION = '0';

  /** Whether a block is one of those that end an archive. */
  static boolean isEnd(ByteBuffer block) {
    for (int i = 0; i < BLOCK_LENGTH; i++) {
      if (block.get(i) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Decodes a block.
   *
   * @param offset of the block in its file
   */
  static TarHeader decode(ByteBuffer block, long offset, String source)
      throws PcrException.Corrupt {
    requireChecksum(block, offset, source);
    byte[] name = text(block, NAME_OFFSET, NAME_LENGTH);
    long size = size(block, new FieldLocation("TarHeader.size", offset + SIZE_OFFSET, source));
    if (isPosix(block)) {
      byte[] prefix = text(block, PREFIX_OFFSET, PREFIX_LENGTH);
      if (prefix.length > 0) {
        ByteBuffer whole = ByteBuffer.allocate(prefix.length + 1 + name.length);
        name = whole.put(prefix).put((byte) '/').put(name).array();
      }
    }
    return new TarHeader(name, size, (char) Byte.toUnsignedInt(block.get(TYPE_OFFSET)));
  }

  /** Only the POSIX form has a prefix; GNU keeps times there. */
  private static boolean isPosix(ByteBuffer block) {
    byte[] magic = new byte[MAGIC_LENGTH];
    block.get(MAGIC_OFFSET, magic);
    return Arrays.equals(magic, MAGIC) && block.get(VERSION_OFFSET) == POSIX_VERSION;
  }

  private static void requireChecksum(ByteBuffer block, long offset, String source)
      throws PcrException.Corrupt {
    FieldLocation location =
        new FieldLocation("TarHeader.chksum", offset + CHECKSUM_OFFSET, source);
    long stored = octal(block, CHECKSUM_OFFSET, CHECKSUM_LENGTH, location);
    long unsigned = 0;
    long signed = 0;
    for (int i = 0; i < BLOCK_LENGTH; i++) {
      boolean isChecksum = i >= CHECKSUM_OFFSET && i < CHECKSUM_OFFSET + CHECKSUM_LENGTH;
      byte b = isChecksum ? (byte) ' ' : block.get(i);
      unsigned += Byte.toUnsignedInt(b);
      signed += b;
    }
    // Some old tars summed signed characters.
    if (stored != unsigned && stored != signed) {
      throw new PcrException.Corrupt(ErrorCode.CHECKSUM_MISMATCH, location, stored, unsigned);
    }
  }

  private static byte[] text(ByteBuffer block, int offset, int maxLength) {
    int length = 0;
    while (length < maxLength && block.get(offset + length) != 0) {
      length++;
    }
    byte[] text = new byte[length];
    block.get(offset, text);
    return text;
  }

  private static long size(ByteBuffer block, FieldLocation location) throws PcrException.Corrupt {
    int first = Byte.toUnsignedInt(block.get(SIZE_OFFSET));
    if ((first & BASE_256) == 0) {
      return octal(block, SIZE_OFFSET, SIZE_LENGTH, location);
    }
    // GNU's form for sizes from 8 GiB on: the rest is one big-endian number.
    long high = block.getInt(SIZE_OFFSET) & 0x7fff_ffffL;
    long size = block.getLong(SIZE_OFFSET + SIZE_LENGTH - Long.BYTES);
    if (high != 0 || size < 0) {
      throw new PcrException.Corrupt(
          ErrorCode.VALUE_OUT_OF_RANGE, location, "more than 2^63-1", "0 to 2^63-1");
    }
    return size;
  }

  private static long octal(ByteBuffer block, int offset, int length, FieldLocation location)
      throws PcrException.Corrupt {
    byte[] digits = new byte[length];
    block.get(offset, digits);
    String text = new String(digits, StandardCharsets.ISO_8859_1).replace('\0', ' ').strip();
    try {
      return text.isEmpty() ? 0 : Long.parseUnsignedLong(text, 8);
    } catch (NumberFormatException e) {
      throw new PcrException.Corrupt(
          ErrorCode.VALUE_OUT_OF_RANGE, location, "'" + text + "'", "an octal number");
    }
  }
}
