package io.pcr.format.internal.jpeg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds the end of entropy-coded data: the next marker that is not a restart marker. In the data an
 * {@code FF} is followed by a zero; the next marker may have fill bytes ({@code FF}) before it,
 * which are not part of the data.
 */
final class EntropyData {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int STUFFED = 0x00;

  private final ByteBuffer bytes;
  private int restartMarkers;

  EntropyData(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * The offset behind the data that begin at {@code start}; the limit of the bytes when no marker
   * follows.
   */
  int end(int start) {
    restartMarkers = 0;
    int limit = bytes.limit();
    int at = start;
    while (true) {
      int prefix = indexOfPrefix(bytes, at);
      int code = prefix;
      while (code < limit && bytes.get(code) == (byte) Marker.PREFIX) {
        code++;
      }
      if (code >= limit) {
        return prefix;
      }
      int marker = Byte.toUnsignedInt(bytes.get(code));
      if (Marker.isRestart(marker)) {
        restartMarkers++;
      } else if (marker != STUFFED) {
        return prefix;
      }
      at = code + 1;
    }
  }

  /** Restart markers seen by the last call of {@link #end}. */
  int restartMarkers() {
    return restartMarkers;
  }

  /**
   * The offset of the first {@code FF} at or after {@code start}, or the limit. Eight bytes a step:
   * a byte of the complement is zero exactly where the byte is {@code FF}.
   */
  static int indexOfPrefix(ByteBuffer bytes, int start) {
    int limit = bytes.limit();
    int at = start;
    for (; at <= limit - Long.BYTES; at += Long.BYTES) {
      long complement = ~(long) LONG.get(bytes, at);
      long zeros = (complement - LOW_BITS) & ~complement & HIGH_BITS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    while (at < limit && bytes.get(at) != (byte) Marker.PREFIX) {
      at++;
    }
    return at;
  }
}
