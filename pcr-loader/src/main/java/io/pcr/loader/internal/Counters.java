package io.pcr.loader.internal;

import java.util.concurrent.atomic.LongAdder;

/** What a loader counts while it works. Thread-safe. */
public final class Counters {
  private final LongAdder reads = new LongAdder();
  private final LongAdder readNanos = new LongAdder();
  private final BusyTime reading = new BusyTime();
  private final LongAdder decoded = new LongAdder();
  private final LongAdder decodeNanos = new LongAdder();
  private final LongAdder degraded = new LongAdder();
  private final LongAdder replaced = new LongAdder();
  private final LongAdder cacheHits = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder emptyNanos = new LongAdder();
  private final LongAdder memoryNanos = new LongAdder();

  /** Notes that a read begins; {@link #readEnds} follows, whatever becomes of it. */
  void readBegins(long now) {
    reading.begin(now);
  }

  void readEnds(long now) {
    reading.end(now);
  }

  void read(long nanos) {
    reads.increment();
    readNanos.add(nanos);
  }

  void decoded(long nanos, long samples) {
    decoded.add(samples);
    decodeNanos.add(nanos);
  }

  void degraded() {
    degraded.increment();
  }

  void replaced() {
    replaced.increment();
  }

  void cacheHits(long samples) {
    cacheHits.add(samples);
  }

  void delivered(long nanosWaited) {
    batches.increment();
    waitNanos.add(nanosWaited);
  }

  /** Notes a time in which no batch was ready. */
  void empty(long nanos) {
    emptyNanos.add(nanos);
  }

  /** Notes a time in which nothing more was read, as the memory was full. */
  void memoryWas(long nanosFull) {
    memoryNanos.add(nanosFull);
  }

  public long emptyNanos() {
    return emptyNanos.sum();
  }

  public long memoryNanos() {
    return memoryNanos.sum();
  }

  public long reads() {
    return reads.sum();
  }

  public long readNanos() {
    return readNanos.sum();
  }

  /** The time up to now in which at least one thread read. */
  long readBusyNanos(long now) {
    return reading.total(now);
  }

  public long samplesDecoded() {
    return decoded.sum();
  }

  public long decodeNanos() {
    return decodeNanos.sum();
  }

  public long samplesDegraded() {
    return degraded.sum();
  }

  public long samplesReplaced() {
    return replaced.sum();
  }

  public long cacheHits() {
    return cacheHits.sum();
  }

  public long batches() {
    return batches.sum();
  }

  public long waitNanos() {
    return waitNanos.sum();
  }
}
