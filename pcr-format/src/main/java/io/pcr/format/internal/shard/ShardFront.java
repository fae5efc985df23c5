package io.pcr.format.internal.shard;

import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Head and region table of a shard, the first of the two pieces of its front. Immutable.
 *
 * @param origin where the front stands, or the copy of it that was read
 */
record ShardFront(ShardHead head, RegionTable regions, Origin origin) {
  /**
   * Decodes what starts at the buffer's position, which stays.
   *
   * @throws PcrException.Truncated when the buffer holds less than head and region table
   */
  static ShardFront decode(ByteBuffer bytes, Origin origin) throws PcrException {
    ShardHead head = ShardHead.decode(bytes, origin);
    return new ShardFront(head, RegionTable.decode(bytes, head, origin), origin);
  }

  /** Runs a check of the head, which throws an {@link InvalidFieldException}. */
  void check(Consumer<ShardHead> headCheck) throws PcrException {
    try {
      headCheck.accept(head);
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  /**
   * The METADATA region, proved by its checksum.
   *
   * @param front from its position on, as much of it as there is
   */
  ByteBuffer metadata(ByteBuffer front) throws PcrException {
    Region region = regions.metadata();
    if (region.end() > front.remaining()) {
      throw new PcrException.Truncated(
          origin.field("ShardMetadata"), region.end(), front.remaining());
    }
    return proved(
        front.slice(front.position() + (int) region.offset(), (int) region.length()), origin);
  }

  /** Proves bytes of METADATA, wherever they stand. */
  ByteBuffer proved(ByteBuffer frame, Origin where) throws PcrException {
    Region region = regions.metadata();
    int computed = Crc32C.of(frame);
    if (computed != region.crc32c()) {
      throw PcrException.Corrupt.checksum(
          where.plus(region.offset()).field("RegionTable.regions[0].region_crc32c"),
          region.crc32c(),
          computed);
    }
    return frame;
  }
}
