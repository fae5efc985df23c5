package io.pcr.advisor.internal.strategy;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time, in nanoseconds. */
public final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /** Of the calling thread. */
  public static long ofThread() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Of all threads; 0 where the system does not tell. */
  public static long ofProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }
}
