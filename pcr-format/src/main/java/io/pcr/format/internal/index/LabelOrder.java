package io.pcr.format.internal.index;

import java.nio.ByteBuffer;

/**
 * Labels as bytes that sort as the labels do: big-endian with the sign bit turned.
 *
 * <pre>
 * | label u64, sign turned | sample number u64 |
 * </pre>
 */
public final class LabelOrder {
  /** Bytes of a label alone. */
  public static final int LENGTH = Long.BYTES;

  private LabelOrder() {}

  /** The label's bytes. */
  public static byte[] bytes(long label) {
    return ByteBuffer.allocate(LENGTH).putLong(label ^ Long.MIN_VALUE).array();
  }

  /** The label that these bytes begin with. */
  public static long label(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong() ^ Long.MIN_VALUE;
  }

  static byte[] bytes(long label, long number) {
    return ByteBuffer.allocate(LENGTH + Long.BYTES)
        .putLong(label ^ Long.MIN_VALUE)
        .putLong(number)
        .array();
  }

  static long number(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong(LENGTH);
  }
}
