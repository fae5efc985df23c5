package io.pcr.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * What a command line did: its exit status and what it wrote.
 *
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int status, String out, String err) {
  /** Runs a command line as {@code main} does, with streams of its own. */
  public static CommandRun of(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Pcr.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int status = commandLine.execute(words);
    return new CommandRun(status, out.toString(), err.toString());
  }

  /** Runs a command line that has to end well. */
  public static CommandRun ok(Object... args) {
    CommandRun run = of(args);
    assertEquals(ExitCode.OK, run.status, run.err);
    return run;
  }

  /** The lines of standard output. */
  public List<String> lines() {
    return out.lines().toList();
  }

  /** The number behind the first {@code "name": } of JSON output. */
  public long number(String name) {
    String rest = out.substring(out.indexOf("\"" + name + "\": ") + name.length() + 4);
    return Long.parseLong(rest.split("[^0-9-]", 2)[0]);
  }
}
