package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.Utf8;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.shard.Region;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardHead;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.shard.TrailerLayout;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * What a manifest says of one shard. Immutable.
 *
 * @param name a plain file name beside the manifest
 * @param compression of a TFRECORD, else NONE
 * @param shardUuid as in the head; of a TFRECORD, from its SHA-256
 * @param metadataLength as in the head; 0 for a TFRECORD
 * @param headCrc32c as in the head; 0 for a TFRECORD
 * @param prefixLengths {@code prefix_length} of group 0 to the last; empty for a TFRECORD
 * @param restoreLength bytes of the RESTORE region, 0 when there is none
 */
public record ShardEntry(
    String name,
    ShardVariant variant,
    Compression compression,
    UUID shardUuid,
    long totalLength,
    int sampleCount,
    int metadataLength,
    int headCrc32c,
    List<Long> prefixLengths,
    long restoreLength) {
  private static final int MAX_NAME_LENGTH = 255;
  private static final char DELETE = 0x7F;

  public ShardEntry {
    requireNonNull(variant, "variant");
    requireNonNull(compression, "compression");
    requireNonNull(shardUuid, "shardUuid");
    prefixLengths = List.copyOf(prefixLengths);
    requirePlainName(name);
    requireRange("ShardEntry.total_length", totalLength, 0, Long.MAX_VALUE);
    requireRange("ShardEntry.sample_count", sampleCount, 0, Integer.MAX_VALUE);
    if (variant.isContainer()) {
      require(
          compression.equals(Compression.NONE),
          ErrorCode.VALUE_OUT_OF_RANGE,
          "ShardEntry.compression",
          compression,
          "NONE for " + variant);
      requireRange("ShardEntry.metadata_length", metadataLength, 1, ShardHead.MAX_METADATA_LENGTH);
      requirePrefixes(prefixLengths, totalLength, metadataLength, restoreLength);
    } else {
      requireRange("ShardEntry.metadata_length", metadataLength, 0, 0);
      requireRange("ShardEntry.head_crc32c", headCrc32c, 0, 0);
      requireRange("ShardEntry.prefix_lengths", prefixLengths.size(), 0, 0);
      requireRange("ShardEntry.restore_length", restoreLength, 0, 0);
    }
  }

  /** Names are joined to the dataset's folder or URI, so they must not lead out of it. */
  private static void requirePlainName(String name) {
    int length = Utf8.encode(name, "ShardEntry.name").length;
    requireRange("ShardEntry.name", length, 1, MAX_NAME_LENGTH);
    boolean plain =
        name.charAt(0) != '.'
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ' || c == DELETE);
    require(
        plain,
        ErrorCode.VALUE_OUT_OF_RANGE,
        "ShardEntry.name",
        "a path or control characters",
        "a plain file name");
  }

  private static void requirePrefixes(
      List<Long> prefixLengths, long totalLength, int metadataLength, long restoreLength) {
    requireConsistent("prefix_lengths", prefixLengths.size(), 2, Integer.MAX_VALUE);
    long least = ShardHead.headLength(1) + (long) metadataLength;
    for (long prefixLength : prefixLengths) {
      requireRange("ShardEntry.prefix_lengths", prefixLength, 0, Long.MAX_VALUE);
      requireConsistent("prefix_lengths", prefixLength, least, totalLength);
      least = prefixLength;
    }
    requireRange("ShardEntry.restore_length", restoreLength, 0, Long.MAX_VALUE);
    requireConsistent(
        "restore_length", restoreLength, 0, totalLength - TrailerLayout.LENGTH - least);
  }

  private static void requireConsistent(String field, long value, long min, long max) {
    require(
        value >= min && value <= max,
        ErrorCode.LENGTH_MISMATCH,
        "ShardEntry." + field,
        value,
        min + " to " + max);
  }

  /** The entry of a shard of this format. */
  public static ShardEntry of(String name, ShardFile shard) {
    ShardHead head = shard.head();
    return new ShardEntry(
        name,
        head.variant(),
        Compression.NONE,
        head.shardUuid(),
        head.totalLength(),
        shard.metadata().sampleCount(),
        head.metadataLength(),
        head.headCrc32c(),
        LongStream.rangeClosed(0, shard.metadata().groupCount())
            .map(group -> shard.layout().prefixLength((int) group))
            .boxed()
            .toList(),
        shard.regions().restore().map(Region::length).orElse(0L));
  }

  /**
   * Proves that a shard is the one that the manifest means, and not another of the same name.
   *
   * @throws InvalidFieldException when they differ
   */
  public void requireSame(ShardFile shard) {
    ShardEntry found = of(name, shard);
    requireEqual("shard_uuid", shardUuid, found.shardUuid);
    requireEqual("variant", variant, found.variant);
    requireEqual("compression", compression, found.compression);
    requireEqual("total_length", totalLength, found.totalLength);
    requireEqual("sample_count", sampleCount, found.sampleCount);
    requireEqual("metadata_length", metadataLength, found.metadataLength);
    requireEqual("head_crc32c", hex(headCrc32c), hex(found.headCrc32c));
    requireEqual("prefix_lengths", prefixLengths, found.prefixLengths);
    requireEqual("restore_length", restoreLength, found.restoreLength);
  }

  private static void requireEqual(String field, Object stated, Object found) {
    require(stated.equals(found), ErrorCode.LENGTH_MISMATCH, "ShardEntry." + field, stated, found);
  }

  private static String hex(int crc32c) {
    return String.format("0x%08x", crc32c);
  }

  /** {@code prefix_length} of a group; 0 is the end of the metadata. */
  public long prefixLength(int group) {
    return prefixLengths.get(group);
  }

  /** The number of the last group. */
  public int groupCount() {
    return prefixLengths.size() - 1;
  }
}
