package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Pillow as Debian has it, with the libjpeg that our library has. */
final class Pillow {
  private Pillow() {}

  /**
   * Runs a program.
   *
   * @param folder where the program and its input are written
   * @param lines of its input
   * @return the lines of its output
   */
  static List<String> run(Path folder, String program, List<String> lines) throws Exception {
    Path script = Files.writeString(folder.resolve("pillow.py"), program);
    Path input = Files.write(folder.resolve("lines"), lines);
    Process process =
        new ProcessBuilder("/usr/bin/python3", script.toString())
            .redirectInput(input.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }
}
