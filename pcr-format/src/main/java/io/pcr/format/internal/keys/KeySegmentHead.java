package io.pcr.format.internal.keys;

import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.shard.HeadRules;
import io.pcr.format.internal.shard.Magic;
import io.pcr.format.manifest.KeySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The first 64 bytes of a key segment (spec section "Index of keys").
 *
 * <pre>
 * | magic 8 | major reserved entry_length 2 page_count 4 | entry_count 8 | dataset_uuid 16 |
 * | generation 8 | number 4 | reserved2 8 | segment_crc32c 4 |
 * </pre>
 *
 * Immutable.
 *
 * @param generation that the segment was written for, as in its name
 * @param number in the generation, as in its name; a u32
 */
public record KeySegmentHead(
    int entryLength,
    long pageCount,
    long entryCount,
    UUID datasetUuid,
    long generation,
    long number) {
  static final int MAJOR = 2;

  private static final int MAX_U8 = 0xFF;
  private static final int MAX_U16 = 0xFFFF;
  private static final long MAX_U32 = 0xFFFF_FFFFL;

  public KeySegmentHead {
    requireNonNull(datasetUuid, "datasetUuid");
    requireRange("KeySegment.generation", generation, 0, Long.MAX_VALUE);
    requireRange("KeySegment.number", number, 0, MAX_U32);
    // The manifest's line has the same three fields, and their ranges.
    new KeySegment(fileName(generation, number), pageCount, entryLength, entryCount, 0);
  }

  /** The name of a segment's file. */
  public static String fileName(long generation, long number) {
    return "keys-" + generation + "-" + number + ".pcrk";
  }

  /** Decodes the head at the buffer's position (spec requirement R-KEYS-10, orders 1 to 4). */
  static KeySegmentHead decode(ByteBuffer buffer, Origin origin) throws PcrException {
    ByteBuffer in = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    Magic.KEY_SEGMENT.require(in, origin.field("KeySegment.magic", KeySegmentLayout.MAGIC_OFFSET));
    if (in.remaining() < KeySegmentLayout.LENGTH) {
      throw new PcrException.Truncated(
          origin.field("KeySegment"), KeySegmentLayout.LENGTH, in.remaining());
    }
    int stored = crc32c(in);
    int computed = Crc32C.of(in.slice(0, KeySegmentLayout.SEGMENT_CRC32C_OFFSET));
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          origin.field("KeySegment.segment_crc32c", KeySegmentLayout.SEGMENT_CRC32C_OFFSET),
          stored,
          computed);
    }
    new HeadRules("KeySegment", origin)
        .requireMajor(
            in.get(KeySegmentLayout.MAJOR_OFFSET) & MAX_U8, MAJOR, KeySegmentLayout.MAJOR_OFFSET);
    requireZero(in.get(KeySegmentLayout.RESERVED_OFFSET), "reserved", origin);
    requireZero(in.getLong(KeySegmentLayout.RESERVED2_OFFSET), "reserved2", origin);
    return decodeFields(in, origin);
  }

  private static void requireZero(long found, String field, Origin origin) throws PcrException {
    if (found != 0) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("KeySegment." + field),
          "0x" + Long.toHexString(found),
          0);
    }
  }

  private static KeySegmentHead decodeFields(ByteBuffer in, Origin origin) throws PcrException {
    try {
      ByteBuffer uuid = in.duplicate().position(KeySegmentLayout.DATASET_UUID_OFFSET);
      return new KeySegmentHead(
          in.getShort(KeySegmentLayout.ENTRY_LENGTH_OFFSET) & MAX_U16,
          in.getInt(KeySegmentLayout.PAGE_COUNT_OFFSET) & MAX_U32,
          in.getLong(KeySegmentLayout.ENTRY_COUNT_OFFSET),
          new UUID(uuid.getLong(), uuid.getLong()),
          in.getLong(KeySegmentLayout.GENERATION_OFFSET),
          in.getInt(KeySegmentLayout.NUMBER_OFFSET) & MAX_U32);
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  private static int crc32c(ByteBuffer head) {
    return head.getInt(KeySegmentLayout.SEGMENT_CRC32C_OFFSET);
  }

  ByteBuffer encode() {
    ByteBuffer out = ByteBuffer.allocate(KeySegmentLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    out.put(Magic.KEY_SEGMENT.bytes());
    out.put((byte) MAJOR).put((byte) 0).putShort((short) entryLength).putInt((int) pageCount);
    out.putLong(entryCount);
    out.order(ByteOrder.BIG_ENDIAN)
        .putLong(datasetUuid.getMostSignificantBits())
        .putLong(datasetUuid.getLeastSignificantBits())
        .order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(generation).putInt((int) number).putLong(0);
    return out.putInt(Crc32C.of(out.slice(0, out.position()))).flip();
  }

  /** What a manifest says of the segment. */
  public KeySegment listed() {
    return new KeySegment(
        fileName(generation, number), pageCount, entryLength, entryCount, crc32c(encode()));
  }
}
