package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The last 24 bytes of a shard, which a torn file has not; they say where the copy of the front is
 * (spec section "Copy and trailer").
 *
 * <pre>
 * | total_length 8 | copy_length 4 | trailer_crc32c 4 | trailer_magic 8 |
 * </pre>
 *
 * Immutable.
 *
 * @param totalLength bytes of the file
 * @param copyLength bytes of the copy, which ends where the trailer begins
 */
public record Trailer(long totalLength, int copyLength) {
  public Trailer {
    requireRange("Trailer.copy_length", copyLength, 1, FrontCopy.MAX_LENGTH);
    requireRange(
        "Trailer.total_length",
        totalLength,
        (long) copyLength + TrailerLayout.LENGTH,
        Long.MAX_VALUE);
  }

  /** Where the copy begins. */
  public long copyPosition() {
    return totalLength - TrailerLayout.LENGTH - copyLength;
  }

  /**
   * Decodes the trailer at the buffer's position.
   *
   * @param origin of the trailer
   * @throws PcrException.Truncated when the buffer holds less
   */
  public static Trailer decode(ByteBuffer buffer, Origin origin) throws PcrException {
    ByteBuffer in = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (in.remaining() < TrailerLayout.LENGTH) {
      throw new PcrException.Truncated(
          origin.field("Trailer"), TrailerLayout.LENGTH, in.remaining());
    }
    if (!Magic.TRAILER.isAt(in, TrailerLayout.TRAILER_MAGIC_OFFSET)) {
      throw new PcrException.Corrupt(
          ErrorCode.CHECKSUM_MISMATCH,
          origin.field("Trailer.trailer_magic", TrailerLayout.TRAILER_MAGIC_OFFSET),
          "other bytes",
          "the trailer's magic");
    }
    int stored = in.getInt(TrailerLayout.TRAILER_CRC32C_OFFSET);
    int computed = crc(in);
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          origin.field("Trailer.trailer_crc32c", TrailerLayout.TRAILER_CRC32C_OFFSET),
          stored,
          computed);
    }
    try {
      return new Trailer(
          in.getLong(TrailerLayout.TOTAL_LENGTH_OFFSET),
          in.getInt(TrailerLayout.COPY_LENGTH_OFFSET));
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  private static int crc(ByteBuffer trailer) {
    return Crc32C.of(trailer.slice(0, TrailerLayout.TRAILER_CRC32C_OFFSET));
  }

  /**
   * Compares the trailer with the front.
   *
   * @throws InvalidFieldException when they differ
   */
  void requireOf(ShardHead head, RegionTable regions) {
    require(
        totalLength == head.totalLength(),
        ErrorCode.MALFORMED,
        "Trailer.total_length",
        totalLength,
        head.totalLength());
    require(
        copyLength == regions.metadata().end(),
        ErrorCode.MALFORMED,
        "Trailer.copy_length",
        copyLength,
        regions.metadata().end());
  }

  public ByteBuffer encode() {
    ByteBuffer out = ByteBuffer.allocate(TrailerLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(totalLength);
    out.putInt(copyLength);
    out.putInt(crc(out));
    out.put(Magic.TRAILER.bytes());
    return out.flip();
  }
}
