package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a manifest says of one of its shards in the container of the format; whoever reads the shard
 * as a part of the dataset compares with it (spec requirement R-MANIFEST-6). Immutable.
 *
 * @param manifest what holds for all shards: targets and columns
 * @param entry what holds for this one
 */
public record ListedShard(Manifest manifest, ShardEntry entry) {
  public ListedShard {
    requireNonNull(manifest, "manifest");
    requireNonNull(entry, "entry");
  }

  /** What a manifest says of a container; empty without a manifest, and for TFRecords. */
  public static Optional<ListedShard> of(Optional<Manifest> manifest, Optional<ShardEntry> entry) {
    return manifest.flatMap(
        all ->
            entry.filter(one -> one.variant().isContainer()).map(one -> new ListedShard(all, one)));
  }

  /** Opens a shard, the one that is listed if it is. */
  public static ShardFile open(Optional<ListedShard> listed, ByteSource source, Limits limits)
      throws IOException {
    return listed.isPresent() ? listed.get().open(source, limits) : ShardFile.open(source, limits);
  }

  /** The RESTORE region of a shard, that of the one that is listed if it is. */
  public static Optional<RestoreRegion> restoreRegion(
      Optional<ListedShard> listed, ShardFile shard, ByteSource source, Limits limits)
      throws IOException {
    Optional<RestoreRegion> region = RestoreRegion.of(shard, source, limits);
    if (listed.isPresent() && region.isPresent()) {
      listed.get().requireDirectory(region.get(), source.toString());
    }
    return region;
  }

  /**
   * Opens the shard; also where front and trailer are damaged, as the entry says where the copy of
   * the front is. The head is compared before anything else is read.
   *
   * @throws PcrException with {@link ErrorCode#NOT_AS_LISTED} when the file is another
   */
  public ShardFile open(ByteSource source, Limits limits) throws IOException {
    ShardFile shard =
        ShardFile.open(
            source, copyPosition(entry), limits, head -> ShardEntries.requireHead(entry, head));
    requireMember(shard, source.toString());
    return shard;
  }

  /** Where the copy of a shard's front is. */
  public static OptionalLong copyPosition(ShardEntry entry) {
    return OptionalLong.of(FrontCopy.positionBy(entry.totalLength(), entry.prefixLength(0)));
  }

  /**
   * Decodes the first bytes of the shard, as {@link ShardFile#decode} does.
   *
   * @throws PcrException with {@link ErrorCode#NOT_AS_LISTED} when they are those of another
   */
  public ShardFile decode(ByteBuffer prefix, String source, Limits limits) throws PcrException {
    ShardFile shard =
        ShardFile.decode(prefix, source, limits, head -> ShardEntries.requireHead(entry, head));
    requireMember(shard, source);
    return shard;
  }

  /**
   * Checks what the first bytes of a file say.
   *
   * @param source the file's name, for errors
   */
  public void requireMember(ShardFile shard, String source) throws PcrException {
    try {
      ShardEntries.requireMember(manifest, entry, shard);
    } catch (InvalidFieldException e) {
      throw e.in(new Origin(source, 0));
    }
  }

  /**
   * Checks the directory of the RESTORE region, which only those read who want originals. Its own
   * checksum comes first: a damaged length is damage, and not another shard.
   *
   * @param source the file's name, for errors
   */
  public void requireDirectory(RestoreRegion region, String source) throws PcrException {
    long listed = Integer.toUnsignedLong(entry.restoreDirectoryLength());
    try {
      require(
          listed == region.directoryLength(),
          ErrorCode.NOT_AS_LISTED,
          "ShardTable.restore_directory_lengths",
          listed,
          region.directoryLength());
    } catch (InvalidFieldException e) {
      throw e.in(new Origin(source, 0));
    }
  }
}
