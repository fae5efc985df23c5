package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No byte that reaches a caller is what its memory happened to hold. */
class JpegGlueMemoryTest {
  private static final int LARGEST_FILE = 20_000;
  private static final int WIDTH = 333;
  private static final int HEIGHT = 37;
  private static final Pattern SAID =
      Pattern.compile("(\\d+) outputs checked by (memcheck|their sum), \\d+ refused, sum (\\w+)\n");

  @TempDir Path folder;

  @Test
  @Tag("long")
  void everyByteOfEveryOutputIsComputed() throws Exception {
    GlueProgram program = GlueProgram.compile("jpeg_memory.cpp", List.of("-O1"), folder);
    List<byte[]> files = files();
    Matcher byMemcheck = said(program.runUnderMemcheck(files));
    Path first = Files.write(folder.resolve("first.jpg"), files.get(0));
    Matcher alone = said(program.run(first.toString(), files.subList(1, files.size())));
    assertEquals("memcheck", byMemcheck.group(2));
    assertEquals("their sum", alone.group(2));
    assertEquals(alone.group(3), byMemcheck.group(3), "the sum of all outputs");
    Programme.PIXELS.passed(
        "outputs of the native code, each byte by memcheck", Long.parseLong(byMemcheck.group(1)));
  }

  private static Matcher said(String output) {
    Matcher said = SAID.matcher(output);
    assertTrue(said.matches(), output);
    return said;
  }

  private static List<byte[]> files() {
    List<byte[]> files = new ArrayList<>();
    for (int h = 1; h <= 4; h++) {
      for (int v = 1; v <= 4; v++) {
        if (h * v <= 8) { // And one block of each of two others, in a scan that may have ten.
          files.add(JpegFixtures.subsampled(WIDTH, HEIGHT, h, v));
        }
      }
    }
    JpegFixtures.sound().values().stream()
        .filter(file -> file.length < LARGEST_FILE)
        .forEach(files::add);
    return files;
  }
}
