package io.pcr.tools.tune;

import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.tools.terminal.OnInterrupt;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a study when its time is over or the process is interrupted, and lets it clean up. Whoever
 * begins the study closes this when the study has ended.
 */
final class StudyStop implements AutoCloseable {
  private static final long CLEANING_SECONDS = 60;

  private final StopSignal signal;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final OnInterrupt interrupt;

  StudyStop(Duration budget) {
    signal = StopSignal.after(budget);
    interrupt = OnInterrupt.run(this::interrupt);
  }

  StopSignal signal() {
    return signal;
  }

  private void interrupt() {
    signal.interrupt();
    try {
      ended.await(CLEANING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    interrupt.close();
  }
}
