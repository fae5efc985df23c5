package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import java.util.stream.LongStream;

/** What a manifest says of shards in the container of this format. */
public final class ShardEntries {
  private ShardEntries() {}

  /** The entry of a shard. */
  public static ShardEntry of(String name, ShardFile shard) {
    ShardHead head = shard.head();
    return new ShardEntry(
        name,
        head.variant(),
        Compression.NONE,
        head.shardUuid(),
        head.totalLength(),
        head.sampleCount(),
        (int) shard.regions().metadata().length(),
        head.headCrc32c(),
        LongStream.rangeClosed(0, shard.metadata().groupCount())
            .map(group -> shard.layout().prefixLength((int) group))
            .boxed()
            .toList(),
        shard.regions().restore().map(Region::length).orElse(0L));
  }

  /**
   * Checks that a shard is the one that an entry means, and not another of the same name.
   *
   * @throws InvalidFieldException when they differ
   */
  public static void requireSame(ShardEntry stated, ShardFile shard) {
    ShardEntry found = of(stated.name(), shard);
    requireEqual("shard_uuid", stated.shardUuid(), found.shardUuid());
    requireEqual("variant", stated.variant(), found.variant());
    requireEqual("compression", stated.compression(), found.compression());
    requireEqual("total_length", stated.totalLength(), found.totalLength());
    requireEqual("sample_count", stated.sampleCount(), found.sampleCount());
    requireEqual("metadata_length", stated.metadataLength(), found.metadataLength());
    requireEqual("head_crc32c", hex(stated.headCrc32c()), hex(found.headCrc32c()));
    requireEqual("prefix_lengths", stated.prefixLengths(), found.prefixLengths());
    requireEqual("restore_length", stated.restoreLength(), found.restoreLength());
  }

  private static void requireEqual(String field, Object stated, Object found) {
    require(stated.equals(found), ErrorCode.NOT_AS_LISTED, "ShardEntry." + field, stated, found);
  }

  private static String hex(int crc32c) {
    return String.format("0x%08x", crc32c);
  }

  /**
   * Checks that a shard is the one that an entry means, and has the dataset's targets.
   *
   * @throws InvalidFieldException when it is not
   */
  public static void requireMember(Manifest manifest, ShardEntry entry, ShardFile shard) {
    requireSame(entry, shard);
    require(
        shard.head().variant() != ShardVariant.PCR
            || shard.metadata().targets().equals(manifest.targets()),
        ErrorCode.NOT_AS_LISTED,
        "ShardMetadata.targets",
        "others in " + entry.name(),
        "those of the manifest");
  }
}
