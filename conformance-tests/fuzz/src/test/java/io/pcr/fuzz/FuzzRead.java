package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * Runs reads of bytes that nobody vouches for and holds them to what every read promises: it ends
 * in success or in a {@link PcrException} that names the place, in bounded heap and time. Any other
 * end is what a fuzzer looks for. Stateless.
 */
public final class FuzzRead {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MAX_HEAP = 64L << 20;

  /** Far above what any input of a fuzzer's size needs, also while its code is still cold. */
  private static final long MAX_NANOS = 2_000_000_000;

  private FuzzRead() {}

  /** A read of bytes that may be damaged. */
  public interface Read {
    void run() throws IOException;
  }

  private record Cost(boolean isRefused, long heap, long nanos) {
    boolean isBounded() {
      return heap < MAX_HEAP && nanos < MAX_NANOS;
    }
  }

  /** Returns whether the read was refused; runs it more than once when it costs much. */
  public static boolean refuses(Read read) {
    Cost cost = costOf(read);
    if (!cost.isBounded()) {
      // The first time it may have been classes that were loaded and instrumented.
      cost = costOf(read);
    }
    assertTrue(cost.isBounded(), cost::toString);
    return cost.isRefused();
  }

  private static Cost costOf(Read read) {
    long heap = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    boolean isRefused = false;
    try {
      read.run();
    } catch (PcrException e) {
      assertTrue(e.getMessage().startsWith(e.field()), e::getMessage);
      isRefused = true;
    } catch (IOException e) {
      throw new AssertionError("ended in " + e, e);
    }
    return new Cost(
        isRefused,
        THREADS.getCurrentThreadAllocatedBytes() - heap,
        THREADS.getCurrentThreadCpuTime() - nanos);
  }
}
