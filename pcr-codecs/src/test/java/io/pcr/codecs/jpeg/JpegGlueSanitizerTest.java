package io.pcr.codecs.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    Path module = Path.of(System.getProperty("pcr.root", ".."), "pcr-codecs");
    Path program = folder.resolve("jpeg_damage");
    run(
        List.of(
            "g++",
            "-g",
            "-O1",
            "-std=c++17",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=undefined",
            "-I" + module.resolve("src/main/cpp"),
            module.resolve("src/test/cpp/jpeg_damage.cpp").toString(),
            "-ljpeg",
            "-o",
            program.toString()));
    List<String> command = new ArrayList<>(List.of(program.toString(), "20000"));
    for (byte[] file : JpegFixtures.sound().values()) {
      if (file.length < LARGEST_FILE) {
        Path path = folder.resolve(command.size() + ".jpg");
        command.add(Files.write(path, file).toString());
      }
    }
    System.out.print(run(command));
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}
