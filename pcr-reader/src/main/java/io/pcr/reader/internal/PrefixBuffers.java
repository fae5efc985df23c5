package io.pcr.reader.internal;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Direct buffers for shard prefixes, used again and again: a new one costs its zeroing and a page
 * fault for each 4 KiB. Keeps idle buffers up to a bound in bytes, and leaves those not used for
 * longest to the garbage collector. Thread-safe.
 */
final class PrefixBuffers {
  /**
   * Prefixes of one dataset differ a little; rounding up by at most an eighth lets shards share
   * buffers.
   */
  private static final int ROUNDING_SHIFT = 3;

  private static final int PAGE_BYTES = 4096;

  /** A buffer that is equal to itself alone, not to others with the same bytes. */
  private static final class Idle {
    private final ByteBuffer buffer;

    Idle(ByteBuffer buffer) {
      this.buffer = buffer;
    }
  }

  /** Most recently used first. */
  private final Deque<Idle> idle = new ArrayDeque<>();

  private final long maxIdleBytes;
  private long idleBytes;
  private int inUse;

  PrefixBuffers(long maxIdleBytes) {
    this.maxIdleBytes = maxIdleBytes;
  }

  /**
   * A buffer of at least {@code bytes} bytes, whose content is anything.
   *
   * @param wantedBy what the memory is for, should there be none
   */
  ByteBuffer take(int bytes, FieldLocation wantedBy) throws PcrException.LimitExceeded {
    ByteBuffer fitting = takeIdle(bytes);
    if (fitting != null) {
      return fitting;
    }
    ByteBuffer buffer = allocate(bytes, wantedBy);
    synchronized (this) {
      inUse++;
    }
    return buffer;
  }

  /** The smallest idle buffer that is large enough, or null. */
  private synchronized ByteBuffer takeIdle(int bytes) {
    Idle best = null;
    for (Idle candidate : idle) {
      int capacity = candidate.buffer.capacity();
      if (capacity >= bytes && (best == null || capacity < best.buffer.capacity())) {
        best = candidate;
      }
    }
    if (best == null) {
      return null;
    }
    idle.remove(best);
    idleBytes -= best.buffer.capacity();
    inUse++;
    return best.buffer.clear();
  }

  private ByteBuffer allocate(int bytes, FieldLocation wantedBy) throws PcrException.LimitExceeded {
    int rounded = roundUp(bytes);
    try {
      return rounded > Integer.MAX_VALUE - PAGE_BYTES
          ? ByteBuffer.allocateDirect(rounded)
          : aligned(rounded);
    } catch (OutOfMemoryError e) {
      synchronized (this) {
        idle.clear();
        idleBytes = 0;
      }
      throw PcrException.LimitExceeded.memory(wantedBy, Limit.DIRECT_MEMORY, bytes, e);
    }
  }

  /**
   * At the start of a page, as the file's bytes are in the page cache: the kernel's copy between
   * places that are aligned alike was a quarter faster.
   */
  private static ByteBuffer aligned(int bytes) {
    return ByteBuffer.allocateDirect(bytes + PAGE_BYTES).alignedSlice(PAGE_BYTES).slice(0, bytes);
  }

  private static int roundUp(int bytes) {
    int step = Math.max(PAGE_BYTES, Integer.highestOneBit(bytes) >>> ROUNDING_SHIFT);
    return bytes > Integer.MAX_VALUE - step ? bytes : (bytes + step - 1) / step * step;
  }

  /** Takes a buffer back; nobody may use it any more. */
  synchronized void giveBack(ByteBuffer buffer) {
    inUse--;
    if (buffer.capacity() > maxIdleBytes) {
      return;
    }
    idle.addFirst(new Idle(buffer));
    idleBytes += buffer.capacity();
    while (idleBytes > maxIdleBytes) {
      idleBytes -= idle.removeLast().buffer.capacity();
    }
  }

  /** Buffers taken and not given back. */
  synchronized int inUse() {
    return inUse;
  }
}
