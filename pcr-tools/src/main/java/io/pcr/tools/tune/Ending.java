package io.pcr.tools.tune;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a command that is interrupted comes to say what it knows. Thread-safe. */
final class Ending {
  /** A read from a slow store, or the conversion of a sample, is not waited for any longer. */
  private static final long MOST_SECONDS = 10;

  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean asked;

  /** Works on something that looks at nothing else. */
  private Thread interrupted;

  boolean isAsked() {
    return asked;
  }

  /** Names a thread that is interrupted; null for none. */
  synchronized void interrupts(Thread thread) {
    interrupted = thread;
    if (asked && thread != null) {
      thread.interrupt();
    }
  }

  private synchronized void interrupt() {
    if (interrupted != null) {
      interrupted.interrupt();
    }
  }

  /** Nothing is left to say. */
  void done() {
    done.countDown();
  }

  /** Has the command end, and gives it time for that. */
  void askAndWait() {
    asked = true;
    interrupt();
    try {
      boolean unused = done.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
