package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static io.pcr.format.internal.shard.ShardHeadLayout.COMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.HEAD_CRC32C_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.INCOMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.MAGIC_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.MAJOR_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.REGION_COUNT_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.RESERVED_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.RO_COMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.SAMPLE_COUNT_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.SHARD_UUID_LENGTH;
import static io.pcr.format.internal.shard.ShardHeadLayout.SHARD_UUID_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.TOTAL_LENGTH_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.VARIANT_OFFSET;
import static io.pcr.format.internal.shard.ShardHeadLayout.WRITER_ID_OFFSET;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.shard.ShardVariant;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The first 64 bytes of a shard (spec section "Shard head").
 *
 * <pre>
 * | magic 8 | major 1 | variant 1 | reserved 2 | writer_id 4 | incompat 4 | ro_compat 4 | compat 4 |
 * | region_count 4 | total_length 8 | shard_uuid 16 | sample_count 4 | head_crc32c 4 |
 * </pre>
 *
 * Immutable.
 *
 * @param writerId which software wrote the shard; nothing depends on it
 * @param regionCount entries of the region table that follows
 * @param totalLength bytes of the file
 * @param shardUuid see {@link #deriveUuid}
 * @param sampleCount samples of the shard
 * @param headCrc32c over the 60 bytes before it, then the region table
 */
public record ShardHead(
    ShardVariant variant,
    int writerId,
    Features features,
    int regionCount,
    long totalLength,
    UUID shardUuid,
    int sampleCount,
    int headCrc32c) {
  public static final int MAJOR = 2;

  /** The id of this library. */
  public static final int WRITER_ID = 1;

  /** Head and region table of any shard are in its first 64 KiB. */
  public static final int MAX_REGIONS = 1024;

  /** Larger metadata is not written, and refused before anything is read. */
  public static final int MAX_METADATA_LENGTH = 64 << 20;

  private static final int MAX_U8 = 0xFF;
  private static final int MAX_U16 = 0xFFFF;

  public ShardHead {
    require(
        variant.isContainer(), ErrorCode.MALFORMED, "ShardHead.variant", variant, "PCR or LIQUID");
    requireNonNull(features, "features");
    requireNonNull(shardUuid, "shardUuid");
    requireRange("ShardHead.region_count", regionCount, 1, MAX_REGIONS);
    requireRange("ShardHead.sample_count", sampleCount, 0, Integer.MAX_VALUE);
    requireRange("ShardHead.total_length", totalLength, 0, Long.MAX_VALUE);
  }

  /** Bytes of a head and its region table. */
  public static int headLength(int regionCount) {
    return ShardHeadLayout.LENGTH + regionCount * RegionLayout.LENGTH;
  }

  /** Bytes of this head and its region table: where the METADATA region starts. */
  public int headLength() {
    return headLength(regionCount);
  }

  /**
   * Decodes the head at the buffer's position, which stays. The region table has to be in the
   * buffer too, as the checksum covers it.
   *
   * <p>The checksum is judged before version and features, so that damage is never mistaken for a
   * newer file.
   *
   * @throws PcrException.Truncated when the buffer holds less than head and region table; its
   *     {@code computed()} is how much they need
   */
  public static ShardHead decode(ByteBuffer buffer, Origin origin) throws PcrException {
    ByteBuffer in = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    Magic.SHARD.require(in, origin.field("ShardHead.magic", MAGIC_OFFSET));
    requireBytes(in, ShardHeadLayout.LENGTH, origin);
    int regionCount = in.getInt(REGION_COUNT_OFFSET);
    if (regionCount < 1 || regionCount > MAX_REGIONS) {
      throw new PcrException.Corrupt(
          ErrorCode.CHECKSUM_MISMATCH,
          origin.field("ShardHead.region_count", REGION_COUNT_OFFSET),
          Integer.toUnsignedString(regionCount),
          "1 to " + MAX_REGIONS);
    }
    requireBytes(in, headLength(regionCount), origin);
    int stored = in.getInt(HEAD_CRC32C_OFFSET);
    int computed = crc(in, regionCount);
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          origin.field("ShardHead.head_crc32c", HEAD_CRC32C_OFFSET), stored, computed);
    }
    return decodeChecked(in, origin);
  }

  private static void requireBytes(ByteBuffer in, int wanted, Origin origin)
      throws PcrException.Truncated {
    if (in.remaining() < wanted) {
      throw new PcrException.Truncated(origin.field("ShardHead"), wanted, in.remaining());
    }
  }

  private static int crc(ByteBuffer head, int regionCount) {
    int tableLength = regionCount * RegionLayout.LENGTH;
    return Crc32C.of(
        head.slice(0, HEAD_CRC32C_OFFSET), head.slice(ShardHeadLayout.LENGTH, tableLength));
  }

  private static ShardHead decodeChecked(ByteBuffer in, Origin origin) throws PcrException {
    HeadRules rules = new HeadRules("ShardHead", origin);
    rules.requireMajor(in.get(MAJOR_OFFSET) & MAX_U8, MAJOR, MAJOR_OFFSET);
    Features features =
        rules.features(
            in, INCOMPAT_FEATURES_OFFSET, RO_COMPAT_FEATURES_OFFSET, COMPAT_FEATURES_OFFSET);
    int variantId = in.get(VARIANT_OFFSET) & MAX_U8;
    ShardVariant variant =
        ShardVariant.ofId(variantId).filter(ShardVariant::isContainer).orElse(null);
    if (variant == null) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED,
          origin.field("ShardHead.variant", VARIANT_OFFSET),
          "variant",
          variantId,
          "1 (PCR), 2 (LIQUID)");
    }
    rules.requireReserved(in.getShort(RESERVED_OFFSET) & MAX_U16, RESERVED_OFFSET);
    try {
      return new ShardHead(
          variant,
          in.getInt(WRITER_ID_OFFSET),
          features,
          in.getInt(REGION_COUNT_OFFSET),
          in.getLong(TOTAL_LENGTH_OFFSET),
          uuid(in.slice(SHARD_UUID_OFFSET, SHARD_UUID_LENGTH)),
          in.getInt(SAMPLE_COUNT_OFFSET),
          in.getInt(HEAD_CRC32C_OFFSET));
    } catch (InvalidFieldException e) {
      throw e.in(origin, offsetOf(e.field()));
    }
  }

  private static int offsetOf(String field) {
    return switch (field) {
      case "ShardHead.sample_count" -> SAMPLE_COUNT_OFFSET;
      case "ShardHead.total_length" -> TOTAL_LENGTH_OFFSET;
      default -> MAGIC_OFFSET;
    };
  }

  /** UUIDs are stored in the order of their text form, so big-endian. */
  private static UUID uuid(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /**
   * The identity of a shard: the first 16 bytes of the SHA-256 of its region table and its metadata
   * before compression, marked as a UUID of version 8. Lengths and checksums of all other bytes are
   * among them, so that equal shards have equal ids and others have not.
   */
  public static UUID deriveUuid(ByteBuffer regionTable, ByteBuffer metadata) {
    return Sha256.of(regionTable, metadata).toUuid();
  }

  /** This head with the checksum that it has together with a region table. */
  public ShardHead withCrc32cOver(RegionTable regions) {
    return new ShardHead(
        variant,
        writerId,
        features,
        regionCount,
        totalLength,
        shardUuid,
        sampleCount,
        encode(this, regions).getInt(HEAD_CRC32C_OFFSET));
  }

  /** Head and region table, the checksum computed anew. */
  public static ByteBuffer encode(ShardHead head, RegionTable regions) {
    ByteBuffer out = ByteBuffer.allocate(head.headLength()).order(ByteOrder.LITTLE_ENDIAN);
    out.put(Magic.SHARD.bytes());
    out.put((byte) MAJOR);
    out.put((byte) head.variant().id());
    out.putShort((short) 0);
    out.putInt(head.writerId());
    out.putInt(head.features().incompat());
    out.putInt(head.features().roCompat());
    out.putInt(head.features().compat());
    out.putInt(head.regionCount());
    out.putLong(head.totalLength());
    out.order(ByteOrder.BIG_ENDIAN);
    out.putLong(head.shardUuid().getMostSignificantBits());
    out.putLong(head.shardUuid().getLeastSignificantBits());
    out.order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(head.sampleCount());
    out.position(ShardHeadLayout.LENGTH);
    out.put(regions.encode());
    out.putInt(HEAD_CRC32C_OFFSET, crc(out, head.regionCount()));
    return out.flip();
  }
}
