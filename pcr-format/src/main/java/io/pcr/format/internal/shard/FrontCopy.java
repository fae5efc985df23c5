package io.pcr.format.internal.shard;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * The copy of a shard's front, which is head, region table and metadata, between the last region
 * and the trailer (spec section "Copy and trailer"). Each of its two pieces has the checksum that
 * it has in front. Immutable; the source is the caller's to close.
 *
 * @param position where it begins
 */
record FrontCopy(ByteSource source, long position) {
  /** The longest front: 1,024 regions, and a METADATA of 64 MiB. */
  static final int MAX_LENGTH =
      ShardHead.headLength(ShardHead.MAX_REGIONS) + ShardHead.MAX_METADATA_LENGTH;

  /** Where the copy is, as an intact front says. */
  static FrontCopy of(ByteSource source, RegionTable regions) {
    return new FrontCopy(source, regions.end());
  }

  /** Where the copy is, as the trailer says; empty when that is damaged, or not of this file. */
  static OptionalLong positionByTrailer(ByteSource source) throws IOException {
    long start = source.length() - TrailerLayout.LENGTH;
    if (start < 0) {
      return OptionalLong.empty();
    }
    try {
      ByteBuffer bytes = read(source, start, TrailerLayout.LENGTH);
      Trailer trailer = Trailer.decode(bytes, new Origin(source.toString(), start));
      return trailer.totalLength() == source.length()
          ? OptionalLong.of(trailer.copyPosition())
          : OptionalLong.empty();
    } catch (PcrException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Where the copy is, as a manifest says: however long the file is now.
   *
   * @param totalLength of the shard
   * @param prefixLength {@code prefix_length(0)}
   */
  static long positionBy(long totalLength, long prefixLength) {
    return totalLength - TrailerLayout.LENGTH - prefixLength;
  }

  /** The bytes of head and region table, as many as there can be. */
  ByteBuffer head() throws IOException {
    long length = ShardHead.headLength(ShardHead.MAX_REGIONS);
    return read(source, position, (int) Math.min(length, source.length() - position));
  }

  Origin origin() {
    return new Origin(source.toString(), position);
  }

  /** The bytes of METADATA. */
  ByteBuffer metadata(Region region) throws IOException {
    return read(source, position + region.offset(), (int) region.length());
  }

  /**
   * Proves that the copy is that of an intact front.
   *
   * @throws PcrException.Corrupt when it differs
   */
  void requireOf(ShardHead head, RegionTable regions) throws IOException {
    ByteBuffer front = ShardHead.encode(head, regions);
    if (!read(source, position, front.remaining()).equals(front)) {
      throw differs("ShardHead", position);
    }
    Region region = regions.metadata();
    if (Crc32C.of(metadata(region)) != region.crc32c()) {
      throw differs("ShardMetadata", position + region.offset());
    }
  }

  private PcrException.Corrupt differs(String structure, long at) {
    return new PcrException.Corrupt(
        ErrorCode.CHECKSUM_MISMATCH,
        new Origin(source.toString(), at).field("FrontCopy." + structure),
        "other bytes",
        "those of the front");
  }

  private static ByteBuffer read(ByteSource source, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    source.readFully(position, bytes);
    return bytes.flip();
  }
}
