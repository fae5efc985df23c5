package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.metadata.Encoding;
import java.nio.ByteBuffer;

/**
 * A run of bytes of a shard, an entry of its region table (spec section "Region table").
 *
 * <pre>
 * | kind 1 | reserved 1 | number 2 | region_crc32c 4 | offset 8 | length 8 |
 * </pre>
 *
 * Immutable.
 *
 * @param number of the group, column or encoding; 0 for METADATA and RESTORE
 * @param crc32c 0 unless {@link RegionKind#hasChecksum}
 * @param offset from the start of the shard
 * @param length may be 0
 */
public record Region(RegionKind kind, int number, int crc32c, long offset, long length) {
  public Region {
    requireNonNull(kind, "kind");
    switch (kind) {
      case METADATA, RESTORE -> requireRange("Region.number", number, 0, 0);
      case COLUMN -> requireRange("Region.number", number, 0, ShardMetadata.MAX_COLUMNS - 1);
      case SCAN_GROUP -> requireRange("Region.number", number, 1, Fidelity.MAX_GROUPS);
      case FORMAT ->
          requireRange("Region.number", number, Encoding.FIRST_LIQUID_ID, Encoding.LAST_ID);
      default -> throw new AssertionError(kind);
    }
    require(
        crc32c == 0 || kind.hasChecksum(),
        ErrorCode.MALFORMED,
        "Region.region_crc32c",
        crc32c,
        "0 for " + kind);
    requireRange("Region.region_offset", offset, 0, Long.MAX_VALUE);
    requireRange("Region.region_length", length, 0, Long.MAX_VALUE);
    require(
        length <= Long.MAX_VALUE - offset,
        ErrorCode.MALFORMED,
        "Region.region_length",
        length,
        "at most " + (Long.MAX_VALUE - offset));
  }

  /** Where the next region starts. */
  public long end() {
    return offset + length;
  }

  /** Decodes the entry at the buffer's position, which moves behind it; the order is set. */
  static Region decode(ByteBuffer in) {
    int kindId = in.get() & 0xFF;
    RegionKind kind =
        RegionKind.ofId(kindId)
            .orElseThrow(
                () ->
                    new InvalidFieldException(
                        ErrorCode.MALFORMED, "Region.kind", kindId, "1 to 5"));
    int reserved = in.get() & 0xFF;
    require(reserved == 0, ErrorCode.MALFORMED, "Region.reserved", reserved, 0);
    int number = in.getShort() & 0xFFFF;
    int crc32c = in.getInt();
    long offset = in.getLong();
    return new Region(kind, number, crc32c, offset, in.getLong());
  }

  void encode(ByteBuffer out) {
    out.put((byte) kind.id());
    out.put((byte) 0);
    out.putShort((short) number);
    out.putInt(crc32c);
    out.putLong(offset);
    out.putLong(length);
  }

  @Override
  public String toString() {
    return kind + " " + number + " [" + offset + "+" + length + "]";
  }
}
