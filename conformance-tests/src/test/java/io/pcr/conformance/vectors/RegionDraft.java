package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.nio.ByteBuffer;

/** A region of a shard that is being drafted: its bytes, and what the region table says of it. */
final class RegionDraft {
  static final int METADATA = 1;
  static final int COLUMN = 2;
  static final int SCAN_GROUP = 3;
  static final int FORMAT = 4;
  static final int RESTORE = 5;

  static final int LENGTH = 24;

  final int kind;
  int reserved;
  int number;
  int crc32c;
  byte[] bytes;

  RegionDraft(int kind, int reserved, int number, byte[] bytes) {
    this.kind = kind;
    this.reserved = reserved;
    this.number = number;
    this.bytes = bytes;
  }

  static RegionDraft metadata() {
    return new RegionDraft(METADATA, 0, 0, new byte[0]);
  }

  static RegionDraft column(int index, byte[] bytes) {
    return new RegionDraft(COLUMN, 0, index, bytes);
  }

  static RegionDraft scanGroup(int group, byte[] bytes) {
    return new RegionDraft(SCAN_GROUP, 0, group, bytes);
  }

  static RegionDraft format(int encoding, byte[] bytes) {
    return new RegionDraft(FORMAT, 0, encoding, bytes);
  }

  /** A region whose checksum covers its first bytes. */
  static RegionDraft restore(byte[] bytes, int headLength) {
    RegionDraft region = new RegionDraft(RESTORE, 0, 0, bytes);
    region.crc32c = Crc32C.of(ByteBuffer.wrap(bytes, 0, headLength));
    return region;
  }

  void putEntry(ByteBuffer table, long offset) {
    table.put((byte) kind).put((byte) reserved).putShort((short) number).putInt(crc32c);
    table.putLong(offset).putLong(bytes.length);
  }
}
