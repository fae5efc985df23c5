package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.internal.manifest.PlainName;
import io.pcr.format.internal.manifest.ShardRules;
import io.pcr.format.shard.ShardVariant;
import java.nio.LongBuffer;
import java.util.List;
import java.util.UUID;

/**
 * What a manifest says about one shard. Immutable.
 *
 * @param name a plain name of a file in the folder of the manifest
 * @param shardNumber given once in the dataset and never again; a shard that is not listed yet has
 *     {@link #UNLISTED}
 * @param compression of a TFRECORD; NONE for other shards
 * @param shardUuid as in the head; for a TFRECORD made from its SHA-256
 * @param headCrc32c as in the head; 0 for a TFRECORD
 * @param prefixLengths {@code prefix_length} of group 0 to the last; empty for a TFRECORD
 * @param restoreLength bytes of the RESTORE region; 0 if there is none
 * @param restoreDirectoryLength bytes of its directory; 0 if there is none
 * @param sourceBytes bytes of the original files together
 * @param restorableSamples how many samples have an original that can be given back
 */
public record ShardEntry(
    String name,
    int shardNumber,
    ShardVariant variant,
    Compression compression,
    UUID shardUuid,
    long totalLength,
    int sampleCount,
    int headCrc32c,
    List<Long> prefixLengths,
    long restoreLength,
    int restoreDirectoryLength,
    long sourceBytes,
    int restorableSamples) {
  /** The number of a shard that no manifest lists. */
  public static final int UNLISTED = 0;

  public ShardEntry {
    requireNonNull(variant, "variant");
    requireNonNull(shardUuid, "shardUuid");
    prefixLengths = List.copyOf(prefixLengths);
    PlainName.require(name, "ShardTable.name_bytes");
    requireRange("ShardTable.shard_numbers", shardNumber, 0, Integer.MAX_VALUE);
    ShardRules.requireCounts(totalLength, sampleCount, sourceBytes, restorableSamples);
    ShardRules.requireRestore(restoreLength, restoreDirectoryLength);
    ShardRules.requireVariant(
        variant, compression.id(), headCrc32c, restoreLength, prefixLengths.size());
    ShardRules.requirePrefixes(
        LongBuffer.wrap(prefixLengths.stream().mapToLong(Long::longValue).toArray()),
        0,
        prefixLengths.size(),
        totalLength,
        restoreLength);
  }

  /** The same shard with a number. */
  public ShardEntry numbered(int number) {
    return with(name, number);
  }

  /** The same shard with another name. */
  public ShardEntry withName(String other) {
    return with(other, shardNumber);
  }

  private ShardEntry with(String newName, int newNumber) {
    return new ShardEntry(
        newName,
        newNumber,
        variant,
        compression,
        shardUuid,
        totalLength,
        sampleCount,
        headCrc32c,
        prefixLengths,
        restoreLength,
        restoreDirectoryLength,
        sourceBytes,
        restorableSamples);
  }

  /** Whether both mean the same file, whatever it is called and counted as. */
  public boolean isSameShard(ShardEntry other) {
    return variant == other.variant
        && compression.equals(other.compression)
        && shardUuid.equals(other.shardUuid)
        && totalLength == other.totalLength
        && sampleCount == other.sampleCount
        && headCrc32c == other.headCrc32c
        && prefixLengths.equals(other.prefixLengths)
        && restoreLength == other.restoreLength;
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
