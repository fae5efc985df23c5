package io.pcr.format.internal.shard;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A shard without its samples' bytes: what its first {@code prefix_length(0)} bytes say, checked
 * against each other. It holds no file and needs no closing. Immutable and thread-safe.
 *
 * <p>A file that ends early is still a shard of fewer groups ({@link ShardLayout#groupsWithin}), as
 * in a prefix cache; {@link #requireComplete} is for those who expect all of it.
 */
public record ShardFile(
    ShardHead head, RegionTable regions, ShardMetadata metadata, ShardLayout layout) {
  /** The first read of a shard of which nothing is known. */
  public static final int FIRST_READ_LENGTH = 64 << 10;

  /**
   * Decodes the first bytes of a shard, at least {@code prefix_length(0)} of them.
   *
   * @param prefix its position stays; it is not kept
   * @param source the shard's name, for errors
   * @throws PcrException.Truncated when the prefix is too short
   */
  public static ShardFile decode(ByteBuffer prefix, String source, Limits limits)
      throws PcrException {
    Origin origin = new Origin(source, 0);
    ShardHead head = ShardHead.decode(prefix, origin);
    RegionTable regions = RegionTable.decode(prefix, head, origin);
    ShardMetadata metadata = decodeMetadata(prefix.slice(), regions.metadata(), limits, source);
    try {
      return new ShardFile(
          head, regions, metadata, ShardLayout.of(head.variant(), metadata, regions));
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  private static ShardMetadata decodeMetadata(
      ByteBuffer prefix, Region region, Limits limits, String source) throws PcrException {
    Origin origin = new Origin(source, region.offset());
    if (region.end() > prefix.limit()) {
      throw new PcrException.Truncated(
          new Origin(source, 0).field("ShardMetadata"), region.end(), prefix.limit());
    }
    ByteBuffer frame = prefix.slice((int) region.offset(), (int) region.length());
    int computed = Crc32C.of(frame);
    if (computed != region.crc32c()) {
      throw PcrException.Corrupt.checksum(
          origin.field("RegionTable.regions[0].region_crc32c"), region.crc32c(), computed);
    }
    return ShardMetadata.decode(frame, limits, origin);
  }

  /** Opens a shard with one read, or two when its metadata ends beyond 64 KiB. */
  public static ShardFile open(ByteSource source, Limits limits) throws IOException {
    ZstdLibrary.require();
    int firstLength = (int) Math.min(FIRST_READ_LENGTH, source.length());
    ByteBuffer prefix = ByteBuffer.allocate(firstLength);
    source.readFully(0, prefix);
    prefix.flip();
    ShardHead head = ShardHead.decode(prefix, new Origin(source.toString(), 0));
    long needed = head.headLength() + (long) head.metadataLength();
    if (needed > firstLength && needed <= source.length()) {
      ByteBuffer whole = ByteBuffer.allocate((int) needed).put(prefix);
      source.readFully(firstLength, whole);
      prefix = whole.flip();
    }
    return decode(prefix, source.toString(), limits);
  }

  /**
   * Proves that a source holds the whole shard and nothing behind it.
   *
   * @throws PcrException.Truncated when it holds less
   */
  public void requireComplete(ByteSource source) throws IOException {
    Origin origin = new Origin(source.toString(), head.totalLength() - TrailerLayout.LENGTH);
    if (source.length() < head.totalLength()) {
      throw new PcrException.Truncated(
          new Origin(source.toString(), 0).field("ShardHead.total_length"),
          head.totalLength(),
          source.length());
    }
    if (source.length() > head.totalLength()) {
      throw new PcrException.Corrupt(
          ErrorCode.LENGTH_MISMATCH,
          new Origin(source.toString(), 0)
              .field("ShardHead.total_length", ShardHeadLayout.TOTAL_LENGTH_OFFSET),
          head.totalLength(),
          source.length());
    }
    ByteBuffer trailer = ByteBuffer.allocate(TrailerLayout.LENGTH);
    source.readFully(origin.offset(), trailer);
    Trailer.decode(trailer.flip(), head, origin);
  }
}
