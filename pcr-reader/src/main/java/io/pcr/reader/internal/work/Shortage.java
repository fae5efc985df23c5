package io.pcr.reader.internal.work;

import com.sun.management.UnixOperatingSystemMXBean;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Units;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.util.Optional;

/**
 * What the JVM or the machine had too little of. Nothing that was read is called damaged then: with
 * more of it the same work may succeed. Immutable.
 *
 * @param kind what was short
 * @param bytes that were needed at once, as far as that is known; else 0
 * @param most how many files the process may have open; 0 where that is not what was short, or the
 *     system does not tell
 * @param detail in the words of the system, may be empty
 */
public record Shortage(Kind kind, long bytes, long most, String detail) {
  /** The longest chain of causes that is looked at. */
  private static final int CAUSES = 20;

  /** With fewer the JVM may not come to open what its classes are in. */
  private static final int JVM_FILES = 64;

  private static final String FILES = "Too many open files";

  /** What can be short. */
  public enum Kind {
    /** A piece of memory of known size. */
    MEMORY,
    /** The memory that Java was given. */
    JAVA_MEMORY,
    /** The memory of the machine. */
    MACHINE_MEMORY,
    /** Threads. */
    THREADS,
    /** Files that may be open at a time. */
    FILES
  }

  /** What was short; empty when the error is about something else. */
  public static Optional<Shortage> of(Throwable error) {
    Throwable e = error;
    for (int i = 0; i < CAUSES && e != null; i++) {
      if (e instanceof PcrException.LimitExceeded claimed
          && claimed.limit().kind() == Limit.Kind.JVM) {
        return Optional.of(new Shortage(Kind.MEMORY, claimed.needed(), 0, ""));
      }
      if (e instanceof OutOfMemoryError) {
        return Optional.of(memory(String.valueOf(e.getMessage())));
      }
      // A class that cannot be had is one whose file could not be opened.
      boolean isClass = e instanceof LinkageError || e instanceof ClassNotFoundException;
      if (saysTooManyFiles(e) || (isClass && areFilesUsedUp())) {
        return Optional.of(new Shortage(Kind.FILES, 0, mostFiles(), ""));
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

  private static Shortage memory(String problem) {
    if (problem.contains("native thread")) {
      return new Shortage(Kind.THREADS, 0, 0, problem);
    }
    boolean isOfTheJvm =
        problem.contains("heap")
            || problem.contains("direct")
            || problem.contains("GC")
            || problem.contains("array size");
    return new Shortage(isOfTheJvm ? Kind.JAVA_MEMORY : Kind.MACHINE_MEMORY, 0, 0, problem);
  }

  /** How many files may be open; 0 when even that cannot be found out. */
  private static long mostFiles() {
    try {
      return system().map(UnixOperatingSystemMXBean::getMaxFileDescriptorCount).orElse(0L);
    } catch (LinkageError e) {
      return 0; // The JDK's library that knows is a file too.
    }
  }

  private static boolean areFilesUsedUp() {
    try {
      return system().filter(Shortage::areFilesUsedUp).isPresent();
    } catch (LinkageError e) {
      return true; // As in mostFiles.
    }
  }

  private static boolean areFilesUsedUp(UnixOperatingSystemMXBean system) {
    // Closing what failed may have freed most of them again.
    return system.getMaxFileDescriptorCount() < JVM_FILES
        || system.getOpenFileDescriptorCount() >= system.getMaxFileDescriptorCount() - 1;
  }

  private static Optional<UnixOperatingSystemMXBean> system() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Optional.of(unix)
        : Optional.empty();
  }

  /** One sentence, without advice. */
  @Override
  public String toString() {
    return switch (kind) {
      case MEMORY -> "out of memory: this needs about " + Units.bytes(bytes) + " at once";
      case JAVA_MEMORY ->
          "out of memory: this needs more than the "
              + Units.bytes(Runtime.getRuntime().maxMemory())
              + " that Java was given";
      case MACHINE_MEMORY -> "out of memory: the machine has none left (" + detail + ")";
      case THREADS -> "out of threads: the system does not start any more";
      case FILES ->
          "too many open files: this process may have "
              + (most == 0 ? "no more" : Units.count(most))
              + " open at once";
    };
  }
}
