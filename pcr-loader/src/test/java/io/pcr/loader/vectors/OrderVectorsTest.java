package io.pcr.loader.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds the order to its frozen vectors, and the implementation in Python to them too. */
class OrderVectorsTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final Path FILE = ROOT.resolve("spec/vectors/loader/order.json");

  /** Writes the vectors, for those who add to them. */
  public static void main(String[] arguments) throws IOException {
    Files.createDirectories(FILE.getParent());
    Files.writeString(FILE, OrderVectors.text());
  }

  @Test
  void makingThemAnewGivesTheFrozenText() throws IOException {
    assertEquals(Files.readString(FILE), OrderVectors.text());
  }

  @Test
  void anImplementationThatSharesNothingGivesTheSame() throws IOException, InterruptedException {
    Process python =
        new ProcessBuilder(
                "python3",
                "-B",
                ROOT.resolve("conformance-tests/python/pcr_order.py").toString(),
                FILE.toString())
            .redirectErrorStream(true)
            .start();
    String said =
        new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, python.waitFor(), said);
    long vectors = Files.readAllLines(FILE).size() - 2L;
    assertEquals(vectors + " vectors, 0 wrong", said);
  }
}
