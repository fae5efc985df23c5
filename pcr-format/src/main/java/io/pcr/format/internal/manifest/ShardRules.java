package io.pcr.format.internal.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.TrailerLayout;
import io.pcr.format.shard.ShardVariant;
import java.nio.LongBuffer;

/**
 * What holds for each shard that a manifest lists (spec requirement R-MANIFEST-5), over plain
 * numbers: there may be millions. Stateless.
 */
public final class ShardRules {
  /** Head and region table of one region, and metadata of a byte. */
  private static final long MIN_PREFIX_LENGTH = ShardHead.headLength(1) + 1L;

  private ShardRules() {}

  /** Numbers that every shard has. */
  public static void requireCounts(
      long totalLength, int sampleCount, long sourceBytes, int restorableSamples) {
    requireRange("ShardTable.total_lengths", totalLength, 0, Long.MAX_VALUE);
    requireRange("ShardTable.sample_counts", sampleCount, 0, Integer.MAX_VALUE);
    requireRange("ShardTable.source_bytes", sourceBytes, 0, Long.MAX_VALUE);
    requireRange("ShardTable.restorable_samples", restorableSamples, 0, sampleCount);
  }

  /** What a RESTORE region and its directory take. */
  public static void requireRestore(long restoreLength, int restoreDirectoryLength) {
    requireRange("ShardTable.restore_lengths", restoreLength, 0, Long.MAX_VALUE);
    long most = restoreLength == 0 ? 0 : restoreLength - Integer.BYTES;
    long directory = Integer.toUnsignedLong(restoreDirectoryLength);
    requireConsistent("restore_directory_lengths", directory, 0, most);
  }

  /** What only some variants have. */
  public static void requireVariant(
      ShardVariant variant, int compression, int headCrc32c, long restoreLength, int prefixes) {
    if (variant.isContainer()) {
      require(
          compression == 0,
          ErrorCode.MALFORMED,
          "ShardTable.compressions",
          compression,
          "0 for " + variant);
      requireConsistent("prefix_lengths", prefixes, 2, Integer.MAX_VALUE);
    } else {
      requireRange("ShardTable.head_crc32c", headCrc32c, 0, 0);
      requireRange("ShardTable.prefix_lengths", prefixes, 0, 0);
      requireRange("ShardTable.restore_lengths", restoreLength, 0, 0);
    }
  }

  /** The prefix lengths of one shard, those from {@code start} to {@code end}. */
  public static void requirePrefixes(
      LongBuffer prefixLengths, int start, int end, long totalLength, long restoreLength) {
    if (start == end) {
      return;
    }
    long least = MIN_PREFIX_LENGTH;
    for (int i = start; i < end; i++) {
      requireConsistent("prefix_lengths", prefixLengths.get(i), least, totalLength);
      least = prefixLengths.get(i);
    }
    // What is between them at least: the copy of the front, and the trailer.
    long behind = totalLength - TrailerLayout.LENGTH - prefixLengths.get(start) - least;
    requireConsistent("restore_lengths", restoreLength, 0, behind);
  }

  private static void requireConsistent(String field, long value, long min, long max) {
    if (value < min || value > max) {
      String required = min > max ? "no value: " + min + " to " + max : min + " to " + max;
      require(false, ErrorCode.MALFORMED, "ShardTable." + field, value, required);
    }
  }
}
