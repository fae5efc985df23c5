package io.pcr.codecs.internal;

import io.pcr.format.error.AlreadyClosedException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who uses native state: nobody, one thread, or nobody any more. A second thread is rejected with
 * an IllegalStateException, and use after close with an AlreadyClosedException.
 */
final class SoleUse {
  private enum State {
    IDLE,
    BUSY,
    CLOSED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final String what;

  /**
   * Nobody's use.
   *
   * @param what is used, for messages
   */
  SoleUse(String what) {
    this.what = what;
  }

  void enter() {
    if (!state.compareAndSet(State.IDLE, State.BUSY)) {
      throw state.get() == State.CLOSED
          ? new AlreadyClosedException(what)
          : new IllegalStateException("used by two threads at once");
    }
  }

  void exit() {
    state.set(State.IDLE);
  }

  /** Ends all use; whether it had not ended before. */
  boolean close() {
    if (state.compareAndSet(State.IDLE, State.CLOSED)) {
      return true;
    }
    if (state.get() == State.BUSY) {
      throw new IllegalStateException("closed while another thread uses it");
    }
    return false;
  }
}
