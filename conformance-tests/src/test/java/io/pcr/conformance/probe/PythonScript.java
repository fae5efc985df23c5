package io.pcr.conformance.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs in conformance-tests/python, run to their end. */
public final class PythonScript {
  private PythonScript() {}

  /** Runs a program that is to succeed, and gives what it printed. */
  public static List<String> run(String name, Object... arguments) throws Exception {
    Path program = PythonProbe.MODULES.resolve(name);
    List<String> command = new ArrayList<>(List.of(PythonProbe.python(), "-B", program.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> name + ": " + said);
    return said.lines().toList();
  }
}
