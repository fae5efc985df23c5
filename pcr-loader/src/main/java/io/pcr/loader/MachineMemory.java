package io.pcr.loader;

import java.lang.management.ManagementFactory;

/** How much memory the machine, or the container in which the program runs, has. */
final class MachineMemory {
  private MachineMemory() {}

  static long bytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
