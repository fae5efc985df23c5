package io.pcr.loader.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds the orders to their frozen vectors, and the implementation in Python to them too. */
class OrderVectorsTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final Path ORDER = ROOT.resolve("spec/vectors/loader/order.json");
  private static final Path LIQUID = ROOT.resolve("spec/vectors/loader/liquid.json");

  /** Writes the vectors, for those who add to them. */
  public static void main(String[] arguments) throws IOException {
    Files.createDirectories(ORDER.getParent());
    Files.writeString(ORDER, OrderVectors.text());
    Files.writeString(LIQUID, LiquidVectors.text());
  }

  @Test
  void makingThemAnewGivesTheFrozenText() throws IOException {
    assertEquals(Files.readString(ORDER), OrderVectors.text());
    assertEquals(Files.readString(LIQUID), LiquidVectors.text());
  }

  @Test
  void anImplementationThatSharesNothingGivesTheSame() throws IOException, InterruptedException {
    for (Path file : new Path[] {ORDER, LIQUID}) {
      long vectors = Files.readAllLines(file).size() - 2L;
      assertEquals(vectors + " vectors, 0 wrong", ReferenceProgram.check("pcr_order.py", file));
    }
  }
}
