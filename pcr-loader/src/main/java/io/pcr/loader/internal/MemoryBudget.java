package io.pcr.loader.internal;

/**
 * The bytes that a loader may hold. What is read has to be reserved before it is read. The batch
 * that the caller waits for is never kept waiting: what it needs is given beyond the budget too, so
 * that nothing can stand still. Thread-safe.
 */
final class MemoryBudget {
  private final long limit;
  private final Counters counters;
  private long used;
  private long most;
  private long head;
  private boolean closed;

  /**
   * @param limit in bytes
   */
  MemoryBudget(long limit, Counters counters) {
    this.limit = limit;
    this.counters = counters;
  }

  /**
   * Waits until bytes are free, or the batch that needs them is the one that the caller waits for.
   *
   * @param batch counted from the beginning of the run
   * @return false when the loader has been closed
   */
  synchronized boolean reserve(long bytes, long batch) throws InterruptedException {
    if (!closed && isFull(bytes, batch)) {
      long began = System.nanoTime();
      while (!closed && isFull(bytes, batch)) {
        wait();
      }
      counters.memoryWas(System.nanoTime() - began);
    }
    if (closed) {
      return false;
    }
    used += bytes;
    most = Math.max(most, used);
    return true;
  }

  private boolean isFull(long bytes, long batch) {
    return used + bytes > limit && batch > head;
  }

  synchronized void release(long bytes) {
    used -= bytes;
    notifyAll();
  }

  /** Says which batch the caller waits for next. */
  synchronized void head(long batch) {
    head = batch;
    notifyAll();
  }

  /** Ends all waiting. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** The most bytes that were reserved at a time. */
  synchronized long most() {
    return most;
  }
}
