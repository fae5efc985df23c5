package io.pcr.reader.internal;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Direct buffers for shard prefixes, used again and again: a new one costs its zeroing and a page
 * fault for each 4 KiB. Keeps idle buffers up to a bound in bytes, and leaves others to the garbage
 * collector. Thread-safe.
 */
final class PrefixBuffers {
  /**
   * Prefixes of one dataset differ a little; rounding up by at most an eighth lets shards share
   * buffers.
   */
  private static final int ROUNDING_SHIFT = 3;

  private static final int PAGE_BYTES = 4096;

  private final NavigableMap<Integer, Deque<ByteBuffer>> idle = new TreeMap<>();
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
    synchronized (this) {
      Map.Entry<Integer, Deque<ByteBuffer>> fitting = idle.ceilingEntry(bytes);
      if (fitting != null) {
        ByteBuffer buffer = fitting.getValue().pop();
        if (fitting.getValue().isEmpty()) {
          idle.remove(fitting.getKey());
        }
        idleBytes -= buffer.capacity();
        inUse++;
        return buffer.clear();
      }
    }
    ByteBuffer buffer = allocate(bytes, wantedBy);
    synchronized (this) {
      inUse++;
    }
    return buffer;
  }

  private ByteBuffer allocate(int bytes, FieldLocation wantedBy) throws PcrException.LimitExceeded {
    int rounded = roundUp(bytes);
    try {
      return ByteBuffer.allocateDirect(rounded);
    } catch (OutOfMemoryError e) {
      synchronized (this) {
        idle.clear();
        idleBytes = 0;
      }
      PcrException.LimitExceeded limit =
          new PcrException.LimitExceeded(
              wantedBy, "-XX:MaxDirectMemorySize", bytes, Runtime.getRuntime().maxMemory());
      limit.initCause(e);
      throw limit;
    }
  }

  private static int roundUp(int bytes) {
    int step = Math.max(PAGE_BYTES, Integer.highestOneBit(bytes) >>> ROUNDING_SHIFT);
    return bytes > Integer.MAX_VALUE - step ? bytes : (bytes + step - 1) / step * step;
  }

  /** Takes a buffer back; nobody may use it any more. */
  synchronized void giveBack(ByteBuffer buffer) {
    inUse--;
    if (idleBytes + buffer.capacity() <= maxIdleBytes) {
      idle.computeIfAbsent(buffer.capacity(), key -> new ArrayDeque<>()).push(buffer);
      idleBytes += buffer.capacity();
    }
  }

  /** Buffers taken and not given back. */
  synchronized int inUse() {
    return inUse;
  }
}
