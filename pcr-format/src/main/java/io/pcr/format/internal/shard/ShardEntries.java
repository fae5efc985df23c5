package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** What a manifest says of shards in the container of this format. */
public final class ShardEntries {
  private ShardEntries() {}

  /**
   * Opens the shard that an entry means; also where front and trailer are damaged, as the entry
   * says where the copy of the front is.
   *
   * @param entry empty where no manifest lists the file
   */
  public static ShardFile open(Optional<ShardEntry> entry, ByteSource source, Limits limits)
      throws IOException {
    OptionalLong copy =
        entry.isPresent() && entry.get().variant().isContainer()
            ? ListedShard.copyPosition(entry.get())
            : OptionalLong.empty();
    return ShardFile.open(source, copy, limits);
  }

  /** The entry of a shard that is about to be written; no manifest lists it yet. */
  public static ShardEntry of(String name, ShardPlan plan) {
    return of(name, plan.shard(), plan.restoreExtent());
  }

  /** The entry of a shard, which no manifest lists yet. */
  public static ShardEntry of(String name, ShardFile shard, RestoreExtent restore) {
    ShardHead head = shard.head();
    ShardMetadata metadata = shard.metadata();
    return new ShardEntry(
        name,
        ShardEntry.UNLISTED,
        head.variant(),
        Compression.NONE,
        head.shardUuid(),
        head.totalLength(),
        head.sampleCount(),
        head.headCrc32c(),
        prefixLengths(shard),
        restoreLength(shard),
        restore.directoryLength(),
        sourceBytes(metadata),
        restore.restorableSamples());
  }

  private static List<Long> prefixLengths(ShardFile shard) {
    return LongStream.rangeClosed(0, shard.metadata().groupCount())
        .map(group -> shard.layout().prefixLength((int) group))
        .boxed()
        .toList();
  }

  private static long restoreLength(ShardFile shard) {
    return shard.regions().restore().map(Region::length).orElse(0L);
  }

  /** Lengths that add up to more than a number holds are made up: what they are is of no use. */
  private static long sourceBytes(ShardMetadata metadata) {
    long sum = 0;
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      sum += Math.min(metadata.sourceLength(sample), Long.MAX_VALUE - sum);
    }
    return sum;
  }

  /**
   * Checks that a shard is the one that an entry means, and not another of the same name, as far as
   * its first bytes tell.
   *
   * @throws InvalidFieldException when they differ
   */
  public static void requireSame(ShardEntry stated, ShardFile shard) {
    requireHead(stated, shard.head());
    requireEqual("prefix_lengths", stated.prefixLengths(), prefixLengths(shard));
    requireEqual("restore_lengths", stated.restoreLength(), restoreLength(shard));
  }

  /**
   * Checks the head of a shard, as {@link #requireSame} does, before anything else is read.
   *
   * @throws InvalidFieldException when it is that of another
   */
  static void requireHead(ShardEntry stated, ShardHead head) {
    requireEqual("variants", stated.variant(), head.variant());
    requireEqual("shard_uuids", stated.shardUuid(), head.shardUuid());
    requireEqual("total_lengths", stated.totalLength(), head.totalLength());
    requireEqual("sample_counts", stated.sampleCount(), head.sampleCount());
    requireEqual("head_crc32c", hex(stated.headCrc32c()), hex(head.headCrc32c()));
  }

  /**
   * Checks that the directory of a shard's RESTORE region is as long as an entry says; reads its
   * length alone.
   *
   * @param source the whole shard
   * @throws InvalidFieldException when it is not
   */
  public static void requireDirectoryLength(ShardEntry stated, ShardFile shard, ByteSource source)
      throws IOException {
    Optional<Region> restore = shard.regions().restore();
    long found = restore.isPresent() ? RestoreRegion.directoryLength(source, restore.get()) : 0;
    long wanted = Integer.toUnsignedLong(stated.restoreDirectoryLength());
    requireEqual("restore_directory_lengths", wanted, found);
  }

  private static void requireEqual(String field, Object stated, Object found) {
    require(stated.equals(found), ErrorCode.NOT_AS_LISTED, "ShardTable." + field, stated, found);
  }

  private static String hex(int crc32c) {
    return String.format("0x%08x", crc32c);
  }

  /**
   * Checks that a shard is the one that an entry means, and has the dataset's targets and columns.
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
    for (Column column : shard.metadata().columns()) {
      require(
          manifest.columns().contains(DatasetColumn.of(column.spec())),
          ErrorCode.NOT_AS_LISTED,
          "ShardMetadata.columns",
          column.spec().name() + " " + column.spec().kind() + " in " + entry.name(),
          "a column of the manifest");
    }
  }
}
