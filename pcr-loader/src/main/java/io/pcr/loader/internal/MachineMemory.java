package io.pcr.loader.internal;

import java.lang.management.ManagementFactory;

/** How much memory the machine, or the container in which the program runs, has. */
public final class MachineMemory {
  private MachineMemory() {}

  public static long bytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
