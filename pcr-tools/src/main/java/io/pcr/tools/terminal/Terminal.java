package io.pcr.tools.terminal;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where a command writes: the answer to {@code out}, all else to {@code err}. Immutable; the
 * writers are closed by whoever made them.
 *
 * @param out receives the answer and nothing else
 * @param err receives messages, and progress when it is a terminal
 * @param outColumns width of {@code out}; a pipe has {@link #UNBOUNDED}
 * @param errColumns width of {@code err}, 0 when it is no terminal
 */
public record Terminal(PrintWriter out, PrintWriter err, int outColumns, int errColumns) {
  /** The width of what is not a terminal. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Set by the start script when standard error is a terminal. */
  private static final String ERR_COLUMNS = "pcr.terminal.columns";

  /** Set by the start script when standard output is a terminal. */
  private static final String OUT_COLUMNS = "pcr.output.columns";

  public Terminal {
    requireNonNull(out, "out");
    requireNonNull(err, "err");
    if (outColumns < 1 || errColumns < 0) {
      throw new IllegalArgumentException("columns " + outColumns + ", " + errColumns);
    }
  }

  /** The streams that the command was given, and the widths that the start script measured. */
  public static Terminal of(CommandSpec command) {
    int out = Math.max(0, Integer.getInteger(OUT_COLUMNS, 0));
    return new Terminal(
        command.commandLine().getOut(),
        command.commandLine().getErr(),
        out == 0 ? UNBOUNDED : out,
        Math.max(0, Integer.getInteger(ERR_COLUMNS, 0)));
  }

  /** True when somebody may be looking at {@code err} while the command works. */
  public boolean isWatched() {
    return errColumns > 0;
  }

  /** True when the reader of {@code out} went away: a closed pipe. */
  public boolean isOutClosed() {
    return out.checkError();
  }
}
