package io.pcr.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PcrTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine commandLine = Pcr.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }

  @Test
  void versionGoesToStandardOutputAlone() {
    assertEquals(ExitCode.OK, run("--version"));
    assertTrue(out.toString().matches("pcr \\d+\\.\\d+\\.\\d+\\S*\\R"), out.toString());
    assertEquals("", err.toString());
  }

  @Test
  void unknownCommandIsAUsageErrorThatNamesIt() {
    assertEquals(ExitCode.USAGE, run("explode"));
    assertTrue(err.toString().contains("explode"), err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void noCommandIsAUsageErrorThatPointsToTheHelp() {
    assertEquals(ExitCode.USAGE, run());
    assertTrue(err.toString().contains("--help"), err.toString());
  }
}
