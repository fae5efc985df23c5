package io.pcr.loader.internal;

/**
 * The bytes that a loader may hold. What is read has to be reserved before it is read. The batch
 * that the caller waits for is never kept waiting: what it needs is given beyond the budget too, so
 * that nothing can stand still. Thread-safe.
 */
final class MemoryBudget {
  private final long limit;
  private long used;
  private long most;
  private long head;
  private boolean closed;

  /**
   * @param limit in bytes
   */
  MemoryBudget(long limit) {
    this.limit = limit;
  }

  /**
   * Waits until bytes are free, or the batch that needs them is the one that the caller waits for.
   *
   * @param batch counted from the beginning of the run
   * @return false when the loader has been closed
   */
  synchronized boolean reserve(long bytes, long batch) throws InterruptedException {
    while (!closed && used + bytes > limit && batch > head) {
      wait();
    }
    if (closed) {
      return false;
    }
    used += bytes;
    most = Math.max(most, used);
    return true;
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
