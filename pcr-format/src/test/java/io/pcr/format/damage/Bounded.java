package io.pcr.format.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Runs reads of hostile bytes and holds them to what they may cost. */
final class Bounded {
  private static final long MAX_HEAP = 64L << 20;
  private static final long MAX_NANOS = 100_000_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long runs;
  private long refused;
  private long mostHeap;
  private long mostNanos;

  /** A read of bytes that may be damaged. */
  interface Read {
    void run() throws IOException;
  }

  /** Returns whether the read was refused; any other end than that or success is a failure. */
  boolean refuses(String what, Read read) {
    long heap = threads.getCurrentThreadAllocatedBytes();
    long nanos = threads.getCurrentThreadCpuTime();
    boolean failed = false;
    try {
      read.run();
    } catch (PcrException e) {
      failed = true;
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError(what + " ended in " + e, e);
    }
    long usedNanos = threads.getCurrentThreadCpuTime() - nanos;
    long usedHeap = threads.getCurrentThreadAllocatedBytes() - heap;
    assertTrue(usedHeap < MAX_HEAP, () -> what + " allocated " + usedHeap + " bytes");
    assertTrue(usedNanos < MAX_NANOS, () -> what + " took " + usedNanos + " ns");
    runs++;
    refused += failed ? 1 : 0;
    mostHeap = Math.max(mostHeap, usedHeap);
    mostNanos = Math.max(mostNanos, usedNanos);
    return failed;
  }

  long runs() {
    return runs;
  }

  void passed(Programme programme, String what) {
    System.out.printf(
        "%s: %d refused, at most %.1f MiB of heap and %.1f ms%n",
        what, refused, mostHeap / 1048576.0, mostNanos / 1e6);
    programme.passed(what, runs);
  }
}
