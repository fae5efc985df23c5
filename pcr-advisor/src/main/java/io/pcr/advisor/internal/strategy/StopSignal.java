package io.pcr.advisor.internal.strategy;

import java.io.IOException;
import java.time.Duration;

/** Says when a study has to end: its time is over, or it was interrupted. Thread-safe. */
public final class StopSignal {
  /** The study ended before it was done. */
  public static final class StoppedException extends IOException {
    private static final long serialVersionUID = 1;

    StoppedException(String message) {
      super(message);
    }
  }

  private final long endNanos;
  private final boolean hasEnd;
  private volatile boolean interrupted;

  private StopSignal(boolean hasEnd, long endNanos) {
    this.hasEnd = hasEnd;
    this.endNanos = endNanos;
  }

  /** Without an end of its own. */
  public static StopSignal never() {
    return new StopSignal(false, 0);
  }

  /** Ends after a time. */
  public static StopSignal after(Duration budget) {
    return new StopSignal(true, System.nanoTime() + budget.toNanos());
  }

  /** Ends the study at once. */
  public void interrupt() {
    interrupted = true;
  }

  /** Whether the study was interrupted. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /**
   * Called between pieces of work.
   *
   * @throws StoppedException when the study has to end
   */
  public void check() throws StoppedException {
    if (interrupted) {
      throw new StoppedException("interrupted");
    }
    if (hasEnd && System.nanoTime() - endNanos >= 0) {
      throw new StoppedException("the time is over");
    }
  }
}
