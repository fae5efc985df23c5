package io.pcr.conformance;

import io.pcr.tools.Pcr;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * What a command line did: its exit status and what it wrote.
 *
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int status, String out, String err) {
  /** Runs a command line in this process. */
  public static CommandRun of(Object... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine pcr = Pcr.commandLine();
    pcr.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int status = pcr.execute(Stream.of(words).map(Object::toString).toArray(String[]::new));
    return new CommandRun(status, out.toString(), err.toString());
  }
}
