package io.pcr.tools.tune;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The memory of the machine. */
final class PhysicalMemory {
  private PhysicalMemory() {}

  /** All of it; that of the JVM where the system does not tell. */
  static long bytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
