package io.pcr.tools;

/** What a command's exit status says, the same for every subcommand. */
public final class ExitCode {
  /** All done, nothing to report. */
  public static final int OK = 0;

  /** The command did its work and found damage, or left inputs out. */
  public static final int FOUND = 1;

  /** The command line asks for something that cannot be. */
  public static final int USAGE = 2;

  /**
   * The operating system refused: a file, a disk, a network, memory. Also: nobody knows whether
   * something is whole, as it needs a newer reader or a larger limit.
   */
  public static final int IO = 3;

  private ExitCode() {}
}
