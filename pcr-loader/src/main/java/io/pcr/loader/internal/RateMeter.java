package io.pcr.loader.internal;

import io.pcr.loader.policy.Rates;

/** Measures what a rank does in the periods of a policy. For the thread that takes batches. */
public final class RateMeter {
  private static final long NANOS_PER_MICRO = 1000;

  private final Counters counters;
  private final int threads;
  private Mark last;

  /** What had been counted at a time. */
  private record Mark(long now, long waited, long read, long decode) {}

  /**
   * @param threads that decode
   */
  public RateMeter(Counters counters, int threads) {
    this.counters = counters;
    this.threads = threads;
  }

  /** Notes that the caller asks for a batch. The first period begins with the first one. */
  public void asked() {
    if (last == null) {
      last = mark();
    }
  }

  /** The rates of the period that ends here; the next one begins. */
  public Rates period() {
    Mark before = last;
    last = mark();
    long time = Math.max(1, (last.now - before.now) / NANOS_PER_MICRO);
    long waited = (last.waited - before.waited) / NANOS_PER_MICRO;
    long read = (last.read - before.read) / NANOS_PER_MICRO;
    long decode = (last.decode - before.decode) / NANOS_PER_MICRO / threads;
    return new Rates(time, Math.min(time, waited), Math.min(time, read), decode);
  }

  private Mark mark() {
    long now = System.nanoTime();
    return new Mark(now, counters.waitNanos(), counters.readBusyNanos(now), counters.decodeNanos());
  }
}
