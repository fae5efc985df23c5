package io.pcr.advisor.measure;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** How long measuring may go on; whoever measures looks here. Thread-safe. */
public final class TimeLimit {
  private static final double NANOS = 1e9;

  private final LongSupplier clock;
  private final long end;
  private final BooleanSupplier stop;

  private TimeLimit(LongSupplier clock, long end, BooleanSupplier stop) {
    this.clock = clock;
    this.end = end;
    this.stop = stop;
  }

  /**
   * A limit that begins now.
   *
   * @param stop asked for whether to end at once
   */
  public static TimeLimit of(Duration time, BooleanSupplier stop) {
    return of(time, stop, System::nanoTime);
  }

  static TimeLimit of(Duration time, BooleanSupplier stop, LongSupplier clock) {
    return new TimeLimit(clock, clock.getAsLong() + time.toNanos(), stop);
  }

  /** A part of this limit, from now on: no longer than some seconds. */
  public TimeLimit atMost(double seconds) {
    long sooner = clock.getAsLong() + (long) (seconds * NANOS);
    return new TimeLimit(clock, Math.min(end, sooner), stop);
  }

  /** A share of what is left, and no longer than some seconds. */
  public TimeLimit share(double share, double seconds) {
    return atMost(Math.min(seconds, share * secondsLeft()));
  }

  /** Whether measuring has to end. */
  public boolean isOver() {
    return isStopped() || clock.getAsLong() - end >= 0;
  }

  private boolean isStopped() {
    return stop.getAsBoolean();
  }

  /** The seconds that are left. */
  public double secondsLeft() {
    return isStopped() ? 0 : Math.max(0, (end - clock.getAsLong()) / NANOS);
  }
}
