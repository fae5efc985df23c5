package io.pcr.writer.salvage;

import io.pcr.format.error.PcrException;
import io.pcr.reader.internal.work.Shortage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;

/** Distinguishes damage from problems that a repair would make worse. */
final class DamageOrShortage {
  private DamageOrShortage() {}

  /**
   * Throws the exception again if it is no damage. A file may be intact if the system does not
   * allow reading it, if a newer version wrote it, or if there was too little memory or too few
   * open files for it.
   */
  static void requireDamage(IOException e) throws IOException {
    if (!isDamage(e)) {
      throw e;
    }
  }

  /** Whether an exception says that a file is damaged or missing. */
  static boolean isDamage(IOException e) {
    return !(e instanceof AccessDeniedException
        || e instanceof PcrException.Unsupported
        || e instanceof PcrException.LimitExceeded
        || Shortage.of(e).isPresent());
  }
}
