package io.pcr.advisor.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time, in seconds. */
final class CpuTime {
  private static final double NANOS = 1e9;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /** Of the calling thread. */
  static double ofThread() {
    return THREADS.getCurrentThreadCpuTime() / NANOS;
  }

  /** Of all threads of the process, those of the virtual machine included. */
  static double ofProcess() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime() / NANOS
        : 0;
  }
}
