package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image gets the same scans however the glue is compiled. */
class SameChoiceTest {
  private static final String PROGRAM = "jpeg_choice.cpp";
  private static final int LARGEST_FILE = 20_000;
  private static final int ROUNDS = 100;
  private static final int LONG_ROUNDS = 5_000;
  private static final Pattern SAID =
      Pattern.compile("[1-9]\\d* written, \\d+ refused, digest [0-9a-f]{16}\n");

  @TempDir Path folder;

  @Test
  void compilersAndTheirOptionsChangeNothing() throws Exception {
    String first = digest(ROUNDS, "g++", "-O3");
    assertEquals(first, digest(ROUNDS, "g++", "-O0"));
    assertEquals(first, digest(ROUNDS, "clang++", "-O3"));
    assertEquals(first, digest(ROUNDS, "clang++", "-O0"));
  }

  /** The one division of floating point is left exact, as every compiler leaves it unless told. */
  @Test
  @Tag("long")
  void fusedAndReorderedArithmeticChangesNothing() throws Exception {
    String first = digest(ROUNDS, "g++", "-O3");
    String[] loose = {
      "-O3",
      "-march=native",
      "-ffp-contract=fast",
      "-fassociative-math",
      "-fno-signed-zeros",
      "-fno-trapping-math"
    };
    assertEquals(first, digest(ROUNDS, "g++", loose));
    assertEquals(first, digest(ROUNDS, "g++", "-O3", "-DPCR_PLAIN_SETS"));
  }

  @Test
  @Tag("long")
  void sanitizersFindNothing() throws Exception {
    String first = digest(LONG_ROUNDS, "g++", "-O3");
    assertEquals(first, digest(LONG_ROUNDS, "g++", GlueProgram.SANITIZED.toArray(String[]::new)));
  }

  private String digest(int rounds, String compiler, String... options) throws Exception {
    Path own = Files.createTempDirectory(folder, "program");
    GlueProgram program = GlueProgram.compile(compiler, PROGRAM, List.of(options), own);
    String said = program.run(Integer.toString(rounds), files());
    assertTrue(SAID.matcher(said).matches(), said);
    return said;
  }

  private static List<byte[]> files() {
    List<byte[]> files = new ArrayList<>();
    JpegFixtures.sound().values().stream().filter(f -> f.length < LARGEST_FILE).forEach(files::add);
    Corpus.some(2).forEach(photo -> files.add(photo.jpeg()));
    return files;
  }
}
