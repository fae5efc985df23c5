package io.pcr.loader.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A program in Python that was written from the specification alone. */
final class ReferenceProgram {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));

  private ReferenceProgram() {}

  /** Has it check vectors, and returns what it says. */
  static String check(String name, Path vectors) throws IOException, InterruptedException {
    Process python =
        new ProcessBuilder(
                "python3",
                "-B",
                ROOT.resolve("conformance-tests/python").resolve(name).toString(),
                vectors.toString())
            .redirectErrorStream(true)
            .start();
    String said =
        new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, python.waitFor(), said);
    return said;
  }
}
