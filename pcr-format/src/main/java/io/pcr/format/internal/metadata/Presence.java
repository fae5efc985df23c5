package io.pcr.format.internal.metadata;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/**
 * Which samples of a shard have a value: one bit for each, the lowest of the first byte for the
 * first (spec section "Metadata"). The vector is absent when all have one. Immutable.
 */
public final class Presence {
  private final ByteBuffer bits;
  private final int sampleCount;

  private Presence(ByteBuffer bits, int sampleCount) {
    this.bits = bits;
    this.sampleCount = sampleCount;
  }

  /**
   * Checks a vector.
   *
   * @param bits empty when the vector is absent
   * @param field its name, for errors
   * @throws InvalidFieldException when its length is wrong, or it has bits of no sample
   */
  public static Presence of(ByteBuffer bits, int sampleCount, String field) {
    if (bits.hasRemaining()) {
      require(
          bits.remaining() == length(sampleCount),
          ErrorCode.MALFORMED,
          field,
          bits.remaining() + " bytes",
          length(sampleCount));
      int used = sampleCount % Byte.SIZE;
      int last = bits.get(bits.limit() - 1) & 0xFF;
      require(
          used == 0 || last >>> used == 0,
          ErrorCode.MALFORMED,
          field,
          String.format("0x%02x in the last byte", last),
          "no bits beyond " + sampleCount);
    }
    return new Presence(bits, sampleCount);
  }

  /** The vector; empty when all samples have a value. */
  public static ByteBuffer encode(BitSet present, int sampleCount) {
    byte[] bits = present.toByteArray();
    boolean complete = present.cardinality() == sampleCount;
    return ByteBuffer.wrap(complete ? new byte[0] : Arrays.copyOf(bits, length(sampleCount)));
  }

  private static int length(int sampleCount) {
    return (int) ((sampleCount + (Byte.SIZE - 1L)) / Byte.SIZE);
  }

  /** Whether every sample has a value because the vector is absent. */
  public boolean isComplete() {
    return !bits.hasRemaining();
  }

  public boolean has(int sample) {
    Objects.checkIndex(sample, sampleCount);
    return isComplete() || (bits.get(sample / Byte.SIZE) >>> sample % Byte.SIZE & 1) != 0;
  }
}
