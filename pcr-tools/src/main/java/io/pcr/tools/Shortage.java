package io.pcr.tools;

import com.sun.management.UnixOperatingSystemMXBean;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Units;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.util.Optional;

/**
 * What the JVM or the machine had too little of, and what to raise. Nothing that was read is called
 * damaged then: with more of it the same command may succeed.
 */
public final class Shortage {
  /** The longest chain of causes that is looked at. */
  private static final int CAUSES = 20;

  private static final long MIB = 1L << 20;

  /** With fewer the JVM may not come to open what its classes are in. */
  private static final int JVM_FILES = 64;

  private static final String FILES = "Too many open files";

  private Shortage() {}

  /** The sentence about it; empty when the error is about something else. */
  public static Optional<String> of(Throwable error) {
    Throwable e = error;
    for (int i = 0; i < CAUSES && e != null; i++) {
      if (e instanceof PcrException.LimitExceeded claimed && claimed.limitName().startsWith("-X")) {
        return Optional.of(memory(claimed.needed()));
      }
      if (e instanceof OutOfMemoryError) {
        return Optional.of(memory(String.valueOf(e.getMessage())));
      }
      if (saysTooManyFiles(e)) {
        return Optional.of(files());
      }
      // A class that cannot be had is one whose file could not be opened.
      boolean isClass = e instanceof LinkageError || e instanceof ClassNotFoundException;
      if (isClass && areFilesUsedUp()) {
        return Optional.of(files());
      }
      e = e.getCause();
    }
    return Optional.empty();
  }

  /** In the system's words at their place: a file's name or a key may say the same. */
  private static boolean saysTooManyFiles(Throwable e) {
    if (e instanceof PcrException) {
      return false;
    }
    if (e instanceof FileSystemException file) {
      return FILES.equals(file.getReason());
    }
    String message = String.valueOf(e.getMessage());
    return message.endsWith(FILES) || message.endsWith(FILES + ")");
  }

  private static String memory(long needed) {
    long heap = Math.max(4 * Runtime.getRuntime().maxMemory(), 2 * needed);
    return "out of memory: this needs about " + Units.bytes(needed) + " at once" + raise(heap);
  }

  private static String memory(String problem) {
    long given = Runtime.getRuntime().maxMemory();
    if (problem.contains("native thread")) {
      return "out of threads: the system starts no more of them; 'ulimit -u' shows how many it"
          + " allows";
    }
    boolean isOfTheJvm =
        problem.contains("heap")
            || problem.contains("direct")
            || problem.contains("GC")
            || problem.contains("array size");
    return isOfTheJvm
        ? "out of memory: this needs more than the "
            + Units.bytes(given)
            + " that Java was given"
            + raise(4 * given)
        : "out of memory: the machine has no more ("
            + problem
            + "); end other programs, or use fewer threads";
  }

  private static String raise(long bytes) {
    return "; give it more with PCR_JAVA_OPTS=-Xmx" + (bytes + MIB - 1) / MIB + "m";
  }

  private static String files() {
    return "too many open files: this process may have "
        + system().map(s -> Units.count(s.getMaxFileDescriptorCount())).orElse("no more")
        + " open at a time; raise that with 'ulimit -n 1024'";
  }

  private static boolean areFilesUsedUp() {
    return system()
        .filter(
            s ->
                // Closing what failed may have freed most of them again.
                s.getMaxFileDescriptorCount() < JVM_FILES
                    || s.getOpenFileDescriptorCount() >= s.getMaxFileDescriptorCount() - 1)
        .isPresent();
  }

  private static Optional<UnixOperatingSystemMXBean> system() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Optional.of(unix)
        : Optional.empty();
  }
}
