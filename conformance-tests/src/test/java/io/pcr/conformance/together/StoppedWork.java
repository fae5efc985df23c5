package io.pcr.conformance.together;

import io.pcr.format.commit.DurableSteps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A piece of work in a thread of its own, which stands still before one of its durable steps. */
final class StoppedWork {
  /** Nothing here takes so long: a test that hangs says where. */
  private static final long PATIENCE_SECONDS = 120;

  private final Chain chain;
  private final int stopAt;
  private final AtomicInteger steps = new AtomicInteger();
  private final CountDownLatch stoppedOrOver = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean dead;
  private volatile boolean stopped;
  private volatile Work.Ending ending;

  /**
   * @param stopAt the step before which it stands still, or one that it does not come to
   */
  StoppedWork(Work work, Place place, boolean first, int stopAt, Chain chain) {
    this.chain = chain;
    this.stopAt = stopAt;
    thread = new Thread(() -> run(work, place, first), (first ? "first " : "second ") + work);
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Work work, Place place, boolean first) {
    try {
      ending = work.run(place, first, this::before);
    } finally {
      stoppedOrOver.countDown();
    }
  }

  private void before(DurableSteps.Step step, Path file) throws IOException {
    chain.look();
    if (steps.getAndIncrement() == stopAt) {
      stopped = true;
      stoppedOrOver.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    if (dead) {
      throw new IOException("ended here, before " + step + " of " + file);
    }
  }

  /** Waits until it stands still, or has come to its end without that. */
  boolean awaitStop() throws InterruptedException {
    if (!stoppedOrOver.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw hangs();
    }
    return stopped;
  }

  /** As {@link #awaitStop}, or until it waits for whoever publishes the index. */
  boolean awaitStopOrWait() throws InterruptedException {
    while (!stoppedOrOver.await(1, TimeUnit.MILLISECONDS) && !waitsForIndex()) {
      // Still on its way.
    }
    return stopped;
  }

  /** Waits until it has ended, or waits for whoever publishes the index. */
  void awaitEndOrWait() throws InterruptedException {
    for (long tries = 0; thread.isAlive() && !waitsForIndex(); tries++) {
      thread.join(1);
      if (tries > PATIENCE_SECONDS * 1000) {
        throw hangs();
      }
    }
  }

  /**
   * Whether the thread is parked in the lock, or waits for another process that has it: one that
   * only passes through it does not wait.
   */
  private boolean waitsForIndex() {
    StackTraceElement[] frames = thread.getStackTrace();
    String innermost = frames.length > 0 ? frames[0].getMethodName() : "";
    return (innermost.equals("park") || innermost.equals("lock0"))
        && Arrays.stream(frames)
            .anyMatch(
                frame ->
                    frame.getClassName().endsWith("IndexPublisher")
                        && frame.getMethodName().equals("lock"));
  }

  void goOn() {
    released.countDown();
  }

  /** It takes no further step, as if it had been killed. */
  void end() {
    dead = true;
    released.countDown();
  }

  Work.Ending join() throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    if (thread.isAlive() || ending == null) {
      throw hangs();
    }
    return ending;
  }

  int steps() {
    return steps.get();
  }

  private AssertionError hangs() {
    AssertionError error = new AssertionError(thread.getName() + " does not end");
    error.setStackTrace(thread.getStackTrace());
    return error;
  }
}
