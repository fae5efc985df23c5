package io.pcr.writer.source.archive;

/** Where the fields of a tar header stand (POSIX.1-1988 and later, GNU). */
final class TarLayout {
  static final int BLOCK_LENGTH = 512;

  static final int NAME_OFFSET = 0;
  static final int NAME_LENGTH = 100;
  static final int SIZE_OFFSET = 124;
  static final int SIZE_LENGTH = 12;
  static final int CHECKSUM_OFFSET = 148;
  static final int CHECKSUM_LENGTH = 8;
  static final int TYPE_OFFSET = 156;
  static final int MAGIC_OFFSET = 257;
  static final int MAGIC_LENGTH = 5;
  static final int VERSION_OFFSET = MAGIC_OFFSET + MAGIC_LENGTH + 1;
  static final int PREFIX_OFFSET = 345;
  static final int PREFIX_LENGTH = 155;

  private TarLayout() {}

  /** A length rounded up to whole blocks. */
  static long blocks(long length) {
    return Math.multiplyExact(-Math.floorDiv(-length, (long) BLOCK_LENGTH), (long) BLOCK_LENGTH);
  }
}
