package io.pcr.format.internal.index.lmdb;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens a whole index twice, first with the thread interrupted, in a process that has not used LMDB
 * before: {@code IndexFirstUseProgram FILE}. Prints a line for each, and whether the thread was
 * still interrupted.
 */
final class IndexFirstUseProgram {
  private IndexFirstUseProgram() {}

  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    FileIdentity identity = FileIdentity.of(file);
    Thread.currentThread().interrupt();
    System.out.println("first: " + outcome(file, identity));
    System.out.println("interrupted: " + Thread.interrupted());
    System.out.println("second: " + outcome(file, identity));
  }

  private static String outcome(Path file, FileIdentity identity) {
    try {
      SharedEnvironment.hold(file, identity);
      return "fine";
    } catch (IOException | Error e) {
      return e.toString();
    }
  }
}
