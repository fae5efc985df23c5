package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.internal.manifest.PlainName;
import io.pcr.format.internal.tables.ShardTableTable;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a manifest's root says of a file that holds a part of the list of shards, and how the file
 * is written and read (spec section "Manifest"). Immutable.
 *
 * <pre>
 * | head 40 | zstd frame ( FlatBuffer "PCRT" ) |
 * </pre>
 *
 * @param name of the file
 * @param length bytes of the file
 * @param partCrc32c its {@code manifest_crc32c}
 * @param firstShardNumber the number of its first shard
 * @param sampleCount of its shards together
 */
public record ShardPart(
    String name,
    long length,
    int partCrc32c,
    int shardCount,
    int firstShardNumber,
    long sampleCount) {
  /** The most shards that a part has. */
  public static final int MAX_SHARDS = 65_536;

  public ShardPart {
    PlainName.require(name, "ShardPart.name");
    requireRange("ShardPart.length", length, 0, Long.MAX_VALUE);
    requireRange("ShardPart.shard_count", shardCount, 1, MAX_SHARDS);
    requireRange("ShardPart.first_shard_number", firstShardNumber, 0, Integer.MAX_VALUE);
    requireRange("ShardPart.sample_count", sampleCount, 0, Long.MAX_VALUE);
  }

  /** The name of a part that is written for a generation; {@code number} is from 0. */
  public static String fileName(long generation, int number) {
    return "shards-" + generation + "-" + number + ".pcrp";
  }

  /**
   * The complete file of a part. The same shards give the same bytes.
   *
   * @param shards at most {@link #MAX_SHARDS}
   * @param generation that the part is written for
   */
  public static ByteBuffer encode(ShardTable shards, long generation) {
    byte[] payload = ZstdFrame.compressTables(shards.table().encode());
    return ManifestHead.encode(ManifestHead.Kind.PART, generation, payload);
  }

  /** What a root says of a part with this file. */
  public static ShardPart describe(String name, ByteBuffer file, ShardTable shards) {
    ByteBuffer head = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    return new ShardPart(
        name,
        file.remaining(),
        head.getInt(ManifestHeadLayout.MANIFEST_CRC32C_OFFSET),
        shards.size(),
        shards.shardNumber(0),
        shards.sampleCount());
  }

  /**
   * Reads a part with one read.
   *
   * @param stated what the root says of it
   * @param groupCount of the root
   * @throws PcrException when it is damaged, or another than the root means
   */
  public static ShardTable read(ByteSource source, ShardPart stated, int groupCount, Limits limits)
      throws IOException {
    ZstdLibrary.require();
    Origin origin = new Origin(source.toString(), 0);
    long most = ManifestHeadLayout.LENGTH + (long) ManifestHead.MAX_PAYLOAD_LENGTH;
    ByteBuffer file = source.readFirst((int) Math.min(stated.length(), most));
    if (source.length() != stated.length() || stated.length() > most) {
      throw new PcrException.Corrupt(
          ErrorCode.NOT_AS_LISTED,
          origin.field("ShardPart.length"),
          stated.length(),
          source.length());
    }
    return decode(file, stated, groupCount, source.toString(), limits);
  }

  /**
   * Decodes a part.
   *
   * @param file the complete file; its position does not change
   * @param source the name of the part, for errors
   */
  public static ShardTable decode(
      ByteBuffer file, ShardPart stated, int groupCount, String source, Limits limits)
      throws PcrException {
    Origin origin = new Origin(source, 0);
    ManifestHead head = ManifestHead.decode(file, ManifestHead.Kind.PART, origin);
    if (file.remaining() != stated.length() || head.manifestCrc32c() != stated.partCrc32c()) {
      throw new PcrException.Corrupt(
          ErrorCode.NOT_AS_LISTED,
          origin.field("ShardPart.part_crc32c", ManifestHeadLayout.MANIFEST_CRC32C_OFFSET),
          String.format("0x%08x", stated.partCrc32c()),
          String.format("0x%08x", head.manifestCrc32c()));
    }
    Origin table = new Origin(source, ManifestHeadLayout.LENGTH);
    ByteBuffer content = ManifestHead.content(file, limits, table);
    try {
      ShardTable shards = ShardTable.check(ShardTableTable.decode(content, table), groupCount);
      requireStated(stated, shards);
      return shards;
    } catch (InvalidFieldException e) {
      throw e.in(table);
    }
  }

  /**
   * Decodes a part whose root is not at hand, so that only the file itself is checked.
   *
   * @param file the complete file; its position does not change
   * @param source the name of the part, for errors
   */
  public static ShardTable decodeAlone(ByteBuffer file, String source, Limits limits)
      throws PcrException {
    ManifestHead.decode(file, ManifestHead.Kind.PART, new Origin(source, 0));
    Origin table = new Origin(source, ManifestHeadLayout.LENGTH);
    ByteBuffer content = ManifestHead.content(file, limits, table);
    try {
      return ShardTable.checkAlone(ShardTableTable.decode(content, table));
    } catch (InvalidFieldException e) {
      throw e.in(table);
    }
  }

  private static void requireStated(ShardPart stated, ShardTable shards) {
    requireEqual("shard_count", stated.shardCount(), shards.size());
    requireEqual("first_shard_number", stated.firstShardNumber(), shards.shardNumber(0));
    requireEqual("sample_count", stated.sampleCount(), shards.sampleCount());
  }

  private static void requireEqual(String field, long stated, long found) {
    InvalidFieldException.require(
        stated == found, ErrorCode.MALFORMED, "ShardPart." + field, stated, found);
  }
}
