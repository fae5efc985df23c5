package io.pcr.advisor.measure;

import io.pcr.advisor.model.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Measures what the machine has to give at this time. */
public final class MachineMeasurement {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final List<Path> CGROUP =
      List.of(Path.of("/sys/fs/cgroup/memory.max"), Path.of("/sys/fs/cgroup/memory.current"));
  private static final long KIB = 1024;
  private static final double NANOS = 1e9;

  private MachineMeasurement() {}

  /**
   * Measures, with all processors busy for some time.
   *
   * @param seconds of that
   */
  public static Machine measure(double seconds) throws IOException, InterruptedException {
    int processors = Runtime.getRuntime().availableProcessors();
    return new Machine(processors, Math.min(processors, cores(processors, seconds)), freeMemory());
  }

  /** How many processors as many busy threads get: quotas and neighbours take their share. */
  private static double cores(int threads, double seconds) throws InterruptedException {
    List<Callable<Double>> busy = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      busy.add(() -> share(seconds));
    }
    return Threads.run(busy).stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double share(double seconds) {
    long begun = System.nanoTime();
    double used = CpuTime.ofThread();
    long end = begun + (long) (seconds * NANOS);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return (CpuTime.ofThread() - used) * NANOS / (System.nanoTime() - begun);
  }

  /** What programs and the page cache may take: of the machine, and of the container. */
  private static long freeMemory() throws IOException {
    long free = available();
    if (CGROUP.stream().allMatch(Files::isReadable)) {
      String most = Files.readString(CGROUP.get(0)).strip();
      if (!most.equals("max")) {
        long used = Long.parseLong(Files.readString(CGROUP.get(1)).strip());
        free = Math.min(free, Math.max(0, Long.parseLong(most) - used));
      }
    }
    return free;
  }

  private static long available() throws IOException {
    if (Files.isReadable(MEMORY)) {
      for (String line : Files.readAllLines(MEMORY)) {
        if (line.startsWith("MemAvailable:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB;
        }
      }
    }
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getFreeMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
