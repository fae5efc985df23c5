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

  private final double nanosPerByte;
  private final long latencyNanos;
  private long freeAt = System.nanoTime();

  /**
   * @param bytesPerSecond rate of all sources together, above 0
   * @param latency wait before the first byte of each read
   */
  public Link(double bytesPerSecond, Duration latency) {
    if (!(bytesPerSecond > 0) || latency.isNegative()) {
      throw new IllegalArgumentException(
          "rate " + bytesPerSecond + " must be above 0, latency " + latency + " not negative");
    }
    this.nanosPerByte = 1e9 / bytesPerSecond;
    this.latencyNanos = latency.toNanos();
  }

  /** The source at the far end of this link; closing it closes {@code source}. */
  public ByteSource to(ByteSource source) {
    return new ThrottledByteSource(source, this);
  }

  /** Waits as long as a request takes to be answered. */
  void awaitLatency() throws IOException {
    sleepUntil(System.nanoTime() + latencyNanos);
  }

  /** Waits until {@code bytes} bytes have passed. */
  void awaitBytes(int bytes) throws IOException {
    long until;
    synchronized (this) {
      long earliest = System.nanoTime() - (long) (BURST_SECONDS * 1e9);
      freeAt = Math.max(freeAt, earliest) + (long) (bytes * nanosPerByte);
      until = freeAt;
    }
    sleepUntil(until);
  }

  private static void sleepUntil(long nanoTime) throws IOException {
    long wait = nanoTime - System.nanoTime();
    if (wait <= 0) {
      return;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a slow link");
    }
  }
}
