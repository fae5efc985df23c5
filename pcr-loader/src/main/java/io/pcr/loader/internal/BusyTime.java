package io.pcr.loader.internal;

/** Adds up the time in which at least one thread did something. Thread-safe. */
final class BusyTime {
  private long total;
  private long since;
  private int busy;

  synchronized void begin(long now) {
    if (busy++ == 0) {
      since = now;
    }
  }

  synchronized void end(long now) {
    if (--busy == 0) {
      total += now - since;
    }
  }

  /** The time up to now. */
  synchronized long total(long now) {
    return busy == 0 ? total : total + now - since;
  }
}
