package io.pcr.format.internal.shard;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The last 16 bytes of a shard, which a torn file has not (spec section "Trailer").
 *
 * <pre>
 * | total_length 8 | trailer_magic 8 |
 * </pre>
 *
 * Immutable.
 */
public record Trailer(long totalLength) {
  /**
   * Decodes the trailer at the buffer's position and compares it with the head.
   *
   * @throws PcrException.Truncated when the buffer holds less
   */
  public static Trailer decode(ByteBuffer buffer, ShardHead head, Origin origin)
      throws PcrException {
    ByteBuffer in = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (in.remaining() < TrailerLayout.LENGTH) {
      throw new PcrException.Truncated(
          origin.field("Trailer"), TrailerLayout.LENGTH, in.remaining());
    }
    long totalLength = in.getLong(TrailerLayout.TOTAL_LENGTH_OFFSET);
    if (totalLength != head.totalLength()) {
      throw new PcrException.Corrupt(
          ErrorCode.LENGTH_MISMATCH,
          origin.field("Trailer.total_length", TrailerLayout.TOTAL_LENGTH_OFFSET),
          Long.toUnsignedString(totalLength),
          head.totalLength());
    }
    if (!Magic.TRAILER.isAt(in, TrailerLayout.TRAILER_MAGIC_OFFSET)) {
      throw new PcrException.Corrupt(
          ErrorCode.VALUE_OUT_OF_RANGE,
          origin.field("Trailer.trailer_magic", TrailerLayout.TRAILER_MAGIC_OFFSET),
          "other bytes",
          "the trailer's magic");
    }
    return new Trailer(totalLength);
  }

  public ByteBuffer encode() {
    ByteBuffer out = ByteBuffer.allocate(TrailerLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(totalLength);
    out.put(Magic.TRAILER.bytes());
    return out.flip();
  }
}
