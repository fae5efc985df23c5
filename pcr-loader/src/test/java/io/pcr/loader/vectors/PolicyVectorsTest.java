package io.pcr.loader.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds the policies to their frozen vectors, and an implementation in Python to them too. */
class PolicyVectorsTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final Path FILE = ROOT.resolve("spec/vectors/loader/policy.json");

  /** Writes the vectors, for those who add to them. */
  public static void main(String[] arguments) throws IOException {
    Files.writeString(FILE, PolicyVectors.text());
  }

  @Test
  void makingThemAnewGivesTheFrozenText() throws IOException {
    assertEquals(Files.readString(FILE), PolicyVectors.text());
  }

  @Test
  void anImplementationThatSharesNothingGivesTheSame() throws IOException, InterruptedException {
    long vectors = Files.readAllLines(FILE).size() - 2L;
    assertEquals(vectors + " vectors, 0 wrong", ReferenceProgram.check("pcr_policy.py", FILE));
  }
}
