package io.pcr.reader.internal.work;

import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Half of the heap, shared out among the threads of the process: each item may be as large as a
 * limit allows, all that are worked on at a time may not. Whoever would exceed it waits.
 * Thread-safe.
 */
public final class HeapShare {
  private static final long MIB = 1L << 20;

  private static final HeapShare OF_THE_PROCESS =
      new HeapShare(Runtime.getRuntime().maxMemory() / 2);

  private final int mebibytes;
  private final Semaphore free;

  HeapShare(long bytes) {
    mebibytes = (int) Math.max(1, Math.min(bytes / MIB, Integer.MAX_VALUE));
    free = new Semaphore(mebibytes, true);
  }

  /** The heap is one for all. */
  public static HeapShare ofTheProcess() {
    return OF_THE_PROCESS;
  }

  /** What is done with the memory. */
  public interface Work {
    void run() throws IOException;
  }

  /**
   * Waits until so much is free, and works. What is more than all of it waits until nobody holds
   * any.
   */
  public void with(long bytes, Work work) throws IOException {
    int wanted = (int) Math.max(1, Math.min((bytes + MIB - 1) / MIB, mebibytes));
    free.acquireUninterruptibly(wanted);
    try {
      work.run();
    } finally {
      free.release(wanted);
    }
  }

  /** What nobody holds. */
  long freeBytes() {
    return free.availablePermits() * MIB;
  }
}
