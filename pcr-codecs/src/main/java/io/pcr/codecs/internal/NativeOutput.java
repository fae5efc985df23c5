package io.pcr.codecs.internal;

import java.nio.ByteBuffer;

/**
 * Direct memory that a native call writes to, kept from call to call. It belongs to the garbage
 * collector, so a view that a caller holds too long shows other bytes but never freed memory. Not
 * thread-safe.
 */
final class NativeOutput {
  private static final int SMALLEST = 64 * 1024;

  /** More than this is given back when the next call needs much less. */
  private static final int RETAINED = 4 * 1024 * 1024;

  private static final int SHRINK_FACTOR = 4;

  private ByteBuffer memory = ByteBuffer.allocateDirect(0);

  /** Memory of at least this capacity, whatever it held being lost. */
  ByteBuffer reserve(long wanted) {
    int capacity = memory.capacity();
    boolean wasteful = capacity > RETAINED && wanted < capacity / SHRINK_FACTOR;
    if (capacity == 0 || capacity < wanted || wasteful) {
      memory = ByteBuffer.allocateDirect(rounded(wanted));
    }
    return memory;
  }

  /** A read-only view of the first bytes. */
  ByteBuffer view(int length) {
    return memory.asReadOnlyBuffer().slice(0, length);
  }

  private static int rounded(long wanted) {
    long withRoom = Math.max(wanted + wanted / 8, SMALLEST);
    return (int) Math.min(withRoom, Math.max(wanted, Integer.MAX_VALUE - 8));
  }
}
