package io.pcr.reader.internal.source;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;

/**
 * A bounded pool of direct buffers whose addresses are multiples of a block size. A buffer is made
 * when first needed and kept; who asks for one when all are in use waits. Thread-safe.
 */
final class AlignedBuffers {
  private final Semaphore permits;
  private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();
  private final int bufferBytes;
  private final int alignment;
  private final int count;

  AlignedBuffers(int count, int bufferBytes, int alignment) {
    if (bufferBytes % alignment != 0) {
      throw new IllegalArgumentException(bufferBytes + " is not a multiple of " + alignment);
    }
    this.permits = new Semaphore(count, true);
    this.bufferBytes = bufferBytes;
    this.alignment = alignment;
    this.count = count;
  }

  int alignment() {
    return alignment;
  }

  /** A buffer, cleared, for this thread alone until it is given back. */
  ByteBuffer take() throws InterruptedIOException {
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a buffer");
    }
    ByteBuffer buffer;
    synchronized (idle) {
      buffer = idle.poll();
    }
    return buffer == null ? allocate() : buffer.clear();
  }

  private ByteBuffer allocate() {
    try {
      return ByteBuffer.allocateDirect(bufferBytes + alignment)
          .alignedSlice(alignment)
          .slice(0, bufferBytes);
    } catch (OutOfMemoryError e) {
      permits.release();
      throw e;
    }
  }

  void giveBack(ByteBuffer buffer) {
    synchronized (idle) {
      idle.push(buffer);
    }
    permits.release();
  }

  /** Buffers handed out and not given back. */
  int inUse() {
    return count - permits.availablePermits();
  }
}
