package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.internal.manifest.PlainName;

/**
 * What a manifest's root says of a file that holds a part of the list of shards. Immutable.
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
}
