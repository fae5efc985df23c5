package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.TrailerLayout;
import io.pcr.format.internal.text.Utf8;
import io.pcr.format.shard.ShardVariant;
import java.util.List;
import java.util.UUID;

/**
 * What a manifest says about one shard. Immutable.
 *
 * @param name a plain name of a file in the folder of the manifest
 * @param compression of a TFRECORD; NONE for other shards
 * @param shardUuid as in the head; for a TFRECORD made from its SHA-256
 * @param metadataLength as in the head; 0 for a TFRECORD
 * @param headCrc32c as in the head; 0 for a TFRECORD
 * @param prefixLengths {@code prefix_length} of group 0 to the last; empty for a TFRECORD
 * @param restoreLength bytes of the RESTORE region; 0 if there is none
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

  /** {@code prefix_length} of a group; 0 is the end of the metadata. */
  public long prefixLength(int group) {
    return prefixLengths.get(group);
  }

  /** The number of the last group. */
  public int groupCount() {
    return prefixLengths.size() - 1;
  }
}
