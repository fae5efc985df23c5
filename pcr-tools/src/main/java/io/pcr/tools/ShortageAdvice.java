package io.pcr.tools;

import io.pcr.reader.internal.work.Shortage;
import java.util.Optional;

/** What was short, and what to raise, in one sentence. */
public final class ShortageAdvice {
  private static final long MIB = 1L << 20;

  private ShortageAdvice() {}

  /** The sentence about it; empty when the error is about something else. */
  public static Optional<String> of(Throwable error) {
    return Shortage.of(error).map(shortage -> shortage + "; " + advice(shortage));
  }

  private static String advice(Shortage shortage) {
    long given = Runtime.getRuntime().maxMemory();
    return switch (shortage.kind()) {
      case MEMORY -> raise(Math.max(4 * given, 2 * shortage.bytes()));
      case JAVA_MEMORY -> raise(4 * given);
      case MACHINE_MEMORY -> "end other programs, or use fewer threads";
      case THREADS -> "'ulimit -u' shows how many it allows";
      case FILES -> "raise that with 'ulimit -n 1024'";
    };
  }

  private static String raise(long bytes) {
    return "give it more with PCR_JAVA_OPTS=-Xmx" + (bytes + MIB - 1) / MIB + "m";
  }
}
