package io.pcr.writer.internal.tar;

import static io.pcr.writer.internal.tar.TarLayout.BLOCK_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.CHECKSUM_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.CHECKSUM_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.DEVICE_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.DEVICE_MAJOR_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.DEVICE_MINOR_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.GID_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.GID_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.MAGIC_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.MAGIC_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.MODE_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.MODE_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.MTIME_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.MTIME_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.NAME_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.NAME_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.PREFIX_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.PREFIX_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.SIZE_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.SIZE_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.TYPE_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.UID_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.UID_OFFSET;
import static io.pcr.writer.internal.tar.TarLayout.VERSION_OFFSET;

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
  static final char HARD_LINK = '1';
  static final char FOLDER = '5';
  static final char PIPE = '6';
  static final char GNU_SPARSE = 'S';
  static final char GNU_LONG_NAME = 'L';
  static final char GNU_LONG_LINK = 'K';
  static final char PAX = 'x';
  static final char PAX_GLOBAL = 'g';

  private static final int BASE_256 = 0x80;
  private static final byte[] MAGIC = "ustar".getBytes(StandardCharsets.US_ASCII);
  private static final byte POSIX_VERSION = '0';
  private static final int FILE_MODE = 0644;

  /**
   * Bytes of data behind the header. From links to pipes nothing has data, whatever its size says.
   */
  long dataLength() {
    return type >= HARD_LINK && type <= PIPE ? 0 : size;
  }

  /** Whether it is a folder; the oldest tars know one by the end of its name. */
  boolean isFolder() {
    boolean hasSlash = name.length > 0 && name[name.length - 1] == '/';
    return type == FOLDER || (type == OLD_FILE && hasSlash);
  }

  /** Whether its data is that of a plain file. */
  boolean isFile() {
    return type == FILE || type == CONTIGUOUS_FILE || (type == OLD_FILE && !isFolder());
  }

  /** Whether it is about the header that follows. */
  boolean isExtension() {
    return type == GNU_LONG_NAME || type == GNU_LONG_LINK || type == PAX || type == PAX_GLOBAL;
  }

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
    long unsigned = unsignedSum(block);
    long signed = unsigned;
    for (int i = 0; i < BLOCK_LENGTH; i++) {
      signed -= !isChecksum(i) && block.get(i) < 0 ? 1 << Byte.SIZE : 0;
    }
    // Some old tars summed signed characters.
    if (stored != unsigned && stored != signed) {
      throw new PcrException.Corrupt(ErrorCode.CHECKSUM_MISMATCH, location, stored, unsigned);
    }
  }

  /** The sum of all bytes, the checksum itself taken for spaces. */
  private static long unsignedSum(ByteBuffer block) {
    long sum = 0;
    for (int i = 0; i < BLOCK_LENGTH; i++) {
      sum += isChecksum(i) ? ' ' : Byte.toUnsignedInt(block.get(i));
    }
    return sum;
  }

  private static boolean isChecksum(int offset) {
    return offset >= CHECKSUM_OFFSET && offset < CHECKSUM_OFFSET + CHECKSUM_LENGTH;
  }

  /**
   * Puts the block of this header, in the form of POSIX: of nobody, of 1970, readable by all.
   *
   * @return false, and nothing is put, when the name has no room or is not ASCII
   */
  boolean encode(ByteBuffer dst) {
    int split = nameStart();
    if (split < 0) {
      return false;
    }
    ByteBuffer block = dst.slice(dst.position(), BLOCK_LENGTH);
    for (int i = 0; i < BLOCK_LENGTH; i++) {
      block.put(i, (byte) 0);
    }
    block.put(NAME_OFFSET, name, split, name.length - split);
    if (split > 0) {
      block.put(PREFIX_OFFSET, name, 0, split - 1);
    }
    putOctal(block, MODE_OFFSET, MODE_LENGTH, FILE_MODE);
    putOctal(block, UID_OFFSET, UID_LENGTH, 0);
    putOctal(block, GID_OFFSET, GID_LENGTH, 0);
    putOctal(block, SIZE_OFFSET, SIZE_LENGTH, size);
    putOctal(block, MTIME_OFFSET, MTIME_LENGTH, 0);
    putOctal(block, DEVICE_MAJOR_OFFSET, DEVICE_LENGTH, 0);
    putOctal(block, DEVICE_MINOR_OFFSET, DEVICE_LENGTH, 0);
    block.put(TYPE_OFFSET, (byte) type);
    block.put(MAGIC_OFFSET, MAGIC);
    block.put(VERSION_OFFSET, POSIX_VERSION).put(VERSION_OFFSET + 1, POSIX_VERSION);
    // Six digits, NUL and a space, as everybody writes it.
    putOctal(block, CHECKSUM_OFFSET, CHECKSUM_LENGTH - 1, unsignedSum(block));
    block.put(CHECKSUM_OFFSET + CHECKSUM_LENGTH - 1, (byte) ' ');
    dst.position(dst.position() + BLOCK_LENGTH);
    return true;
  }

  /** Where the part of the name begins that goes into the name field; negative when none can. */
  private int nameStart() {
    for (byte b : name) {
      if (b < 0) {
        return -1;
      }
    }
    if (name.length <= NAME_LENGTH) {
      return 0;
    }
    for (int i = Math.max(1, name.length - NAME_LENGTH - 1); i < name.length - 1; i++) {
      if (name[i] == '/') {
        return i <= PREFIX_LENGTH ? i + 1 : -1;
      }
    }
    return -1;
  }

  private static void putOctal(ByteBuffer block, int offset, int length, long value) {
    long rest = value;
    for (int i = length - 2; i >= 0; i--) {
      block.put(offset + i, (byte) ('0' + (rest & 7)));
      rest >>>= 3;
    }
    if (rest != 0) {
      throw new IllegalArgumentException(value + " does not fit in " + length + " bytes");
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
          ErrorCode.MALFORMED, location, "more than 2^63-1", "0 to 2^63-1");
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
          ErrorCode.MALFORMED, location, "'" + text + "'", "an octal number");
    }
  }
}
