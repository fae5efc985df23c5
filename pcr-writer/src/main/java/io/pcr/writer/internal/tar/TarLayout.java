package io.pcr.writer.internal.tar;

/** Where the fields of a tar header stand (POSIX.1-1988 and later, GNU). */
public final class TarLayout {
  /** Headers are one block; data is padded to whole ones. */
  public static final int BLOCK_LENGTH = 512;

  /** What tars are padded to; two blocks of it or more are zero. */
  public static final int RECORD_LENGTH = 20 * BLOCK_LENGTH;

  static final int NAME_OFFSET = 0;
  static final int NAME_LENGTH = 100;
  static final int MODE_OFFSET = NAME_OFFSET + NAME_LENGTH;
  static final int MODE_LENGTH = 8;
  static final int UID_OFFSET = MODE_OFFSET + MODE_LENGTH;
  static final int UID_LENGTH = 8;
  static final int GID_OFFSET = UID_OFFSET + UID_LENGTH;
  static final int GID_LENGTH = 8;
  static final int SIZE_OFFSET = GID_OFFSET + GID_LENGTH;
  static final int SIZE_LENGTH = 12;
  static final int MTIME_OFFSET = SIZE_OFFSET + SIZE_LENGTH;
  static final int MTIME_LENGTH = 12;
  static final int CHECKSUM_OFFSET = MTIME_OFFSET + MTIME_LENGTH;
  static final int CHECKSUM_LENGTH = 8;
  static final int TYPE_OFFSET = CHECKSUM_OFFSET + CHECKSUM_LENGTH;
  static final int LINK_OFFSET = TYPE_OFFSET + 1;
  static final int LINK_LENGTH = 100;
  static final int MAGIC_OFFSET = LINK_OFFSET + LINK_LENGTH;
  static final int MAGIC_LENGTH = 5;
  static final int VERSION_OFFSET = MAGIC_OFFSET + MAGIC_LENGTH + 1;
  static final int VERSION_LENGTH = 2;
  static final int USER_NAME_OFFSET = VERSION_OFFSET + VERSION_LENGTH;
  static final int USER_NAME_LENGTH = 32;
  static final int GROUP_NAME_OFFSET = USER_NAME_OFFSET + USER_NAME_LENGTH;
  static final int GROUP_NAME_LENGTH = 32;
  static final int DEVICE_MAJOR_OFFSET = GROUP_NAME_OFFSET + GROUP_NAME_LENGTH;
  static final int DEVICE_LENGTH = 8;
  static final int DEVICE_MINOR_OFFSET = DEVICE_MAJOR_OFFSET + DEVICE_LENGTH;
  static final int PREFIX_OFFSET = DEVICE_MINOR_OFFSET + DEVICE_LENGTH;
  static final int PREFIX_LENGTH = 155;

  /** In GNU's old header of a sparse file: whether a block of further holes follows. */
  static final int SPARSE_MORE_OFFSET = 482;

  /** The same in such a block. */
  static final int SPARSE_BLOCK_MORE_OFFSET = 504;

  private TarLayout() {}

  /** A length rounded up to whole blocks. */
  static long blocks(long length) {
    return Math.multiplyExact(-Math.floorDiv(-length, (long) BLOCK_LENGTH), (long) BLOCK_LENGTH);
  }
}
