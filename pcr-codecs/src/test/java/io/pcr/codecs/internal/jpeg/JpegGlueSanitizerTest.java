package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The native glue compiled with the address and undefined-behaviour sanitizers, on damaged files.
 */
class JpegGlueSanitizerTest {
  private static final int LARGEST_FILE = 20_000;

  @TempDir Path folder;

  @Test
  @Tag("long")
  void damagedFilesCauseNoFaultAndNoLeakInTheGlue() throws Exception {
    GlueProgram program = GlueProgram.compile("jpeg_damage.cpp", GlueProgram.SANITIZED, folder);
    List<byte[]> files =
        JpegFixtures.sound().values().stream().filter(file -> file.length < LARGEST_FILE).toList();
    String output = program.run("20000", files);
    assertTrue(output.endsWith(" 0 unlike\n"), output);
  }
}
