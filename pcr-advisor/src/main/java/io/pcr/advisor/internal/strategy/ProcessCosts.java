package io.pcr.advisor.internal.strategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * What this process has used so far.
 *
 * @param wallNanos the clock
 * @param cpuNanos of all threads
 * @param diskBytes that came from storage and not from the page cache; empty where the system does
 *     not tell
 */
record ProcessCosts(long wallNanos, long cpuNanos, OptionalLong diskBytes) {
  private static final Path IO = Path.of("/proc/self/io");
  private static final String READ_BYTES = "read_bytes: ";

  static ProcessCosts now() {
    return new ProcessCosts(System.nanoTime(), CpuTime.ofProcess(), readBytes());
  }

  private static OptionalLong readBytes() {
    try {
      for (String line : Files.readAllLines(IO)) {
        if (line.startsWith(READ_BYTES)) {
          return OptionalLong.of(Long.parseLong(line.substring(READ_BYTES.length())));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // This system does not tell.
    }
    return OptionalLong.empty();
  }

  /** What was used since then. */
  ProcessCosts since(ProcessCosts earlier) {
    OptionalLong disk =
        diskBytes.isPresent() && earlier.diskBytes.isPresent()
            ? OptionalLong.of(diskBytes.getAsLong() - earlier.diskBytes.getAsLong())
            : OptionalLong.empty();
    return new ProcessCosts(wallNanos - earlier.wallNanos, cpuNanos - earlier.cpuNanos, disk);
  }

  double seconds() {
    return wallNanos / 1e9;
  }

  double cpuSeconds() {
    return cpuNanos / 1e9;
  }
}
