package io.pcr.benchmarks.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this process has used so far, as Linux counts it.
 *
 * @param cpuSeconds of all threads, in the process and in the kernel
 * @param peakResidentBytes the most memory that it has had at a time
 * @param readBytes what its calls of read returned; mapped files do not count
 */
public record ProcessFigures(double cpuSeconds, long peakResidentBytes, long readBytes) {
  private static final double TICKS_PER_SECOND = 100;

  /** The figures of this moment. */
  public static ProcessFigures now() throws IOException {
    String stat = text("stat");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = (double) Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    return new ProcessFigures(
        ticks / TICKS_PER_SECOND,
        number("status", "VmHWM:\\s+(\\d+)") << 10,
        number("io", "rchar: (\\d+)"));
  }

  private static long number(String file, String pattern) throws IOException {
    Matcher found = Pattern.compile(pattern).matcher(text(file));
    if (!found.find()) {
      throw new IOException("/proc/self/" + file + " has no " + pattern);
    }
    return Long.parseLong(found.group(1));
  }

  private static String text(String file) throws IOException {
    return Files.readString(Path.of("/proc/self", file));
  }
}
