package io.pcr.reader.internal.source;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A link of a given rate and latency, shared by all sources put behind it: what storage far away
 * would be like. A token bucket that holds at most a hundredth of a second's bytes. Thread-safe.
 */
public final class Link {
  private static final double BURST_SECONDS = 0.01;

  /** What a link waits by. */
  interface Time {
    /** Now, in nanoseconds. */
    long now();

    void sleepUntil(long nanos) throws InterruptedException;
  }

  private static final Time SYSTEM =
      new Time() {
        @Override
        public long now() {
          return System.nanoTime();
        }

        @Override
        public void sleepUntil(long nanos) throws InterruptedException {
          TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
        }
      };

  private final double nanosPerByte;
  private final long latencyNanos;
  private final Time time;
  private long freeAt;

  /**
   * @param bytesPerSecond rate of all sources together, above 0
   * @param latency wait before the first byte of each read
   */
  public Link(double bytesPerSecond, Duration latency) {
    this(bytesPerSecond, latency, SYSTEM);
  }

  Link(double bytesPerSecond, Duration latency, Time time) {
    if (!(bytesPerSecond > 0) || latency.isNegative()) {
      throw new IllegalArgumentException(
          "rate " + bytesPerSecond + " must be above 0, latency " + latency + " not negative");
    }
    this.nanosPerByte = 1e9 / bytesPerSecond;
    this.latencyNanos = latency.toNanos();
    this.time = time;
    this.freeAt = time.now();
  }

  /** The source at the far end of this link; closing it closes {@code source}. */
  public ByteSource to(ByteSource source) {
    return new ThrottledByteSource(source, this);
  }

  /** Waits as long as a request takes to be answered. */
  void awaitLatency() throws IOException {
    sleepUntil(time.now() + latencyNanos);
  }

  /** Waits until {@code bytes} bytes have passed. */
  void awaitBytes(int bytes) throws IOException {
    long until;
    synchronized (this) {
      long earliest = time.now() - (long) (BURST_SECONDS * 1e9);
      freeAt = Math.max(freeAt, earliest) + (long) (bytes * nanosPerByte);
      until = freeAt;
    }
    sleepUntil(until);
  }

  private void sleepUntil(long nanos) throws IOException {
    try {
      time.sleepUntil(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a slow link");
    }
  }
}
