package io.pcr.codecs.internal.memory;

import io.pcr.format.error.AlreadyClosedException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * The address of a native object that is freed exactly once: by {@link #close}, or by the garbage
 * collector when nobody closed it. Use after close, two uses at once, and a close during a use are
 * errors of the caller and end in {@code IllegalStateException}, the first of them in its subclass
 * {@code AlreadyClosedException}, never in native code.
 */
public final class NativeHandle implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int IDLE = 0;
  private static final int IN_USE = 1;
  private static final int CLOSED = 2;

  private final AtomicInteger state = new AtomicInteger(IDLE);
  private final long address;
  private final Cleaner.Cleanable cleanable;

  /**
   * @param address 0 where there was no memory for the object
   * @param free must not reach what holds this handle
   */
  public NativeHandle(long address, LongConsumer free) {
    if (address == 0) {
      throw new OutOfMemoryError("native memory");
    }
    this.address = address;
    cleanable = CLEANER.register(this, () -> free.accept(address));
  }

  /** Reserves the object for one call; {@link #release} must follow. */
  public long acquire() {
    int before = state.compareAndExchange(IDLE, IN_USE);
    if (before != IDLE) {
      throw refused(before);
    }
    return address;
  }

  public void release() {
    try {
      state.set(IDLE);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void close() {
    int before = state.compareAndExchange(IDLE, CLOSED);
    if (before == IN_USE) {
      throw refused(before);
    }
    if (before == IDLE) {
      cleanable.clean();
    }
  }

  private static IllegalStateException refused(int state) {
    return state == CLOSED
        ? new AlreadyClosedException("the native stream")
        : new IllegalStateException("in use by another thread");
  }
}
