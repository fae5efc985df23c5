package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens damaged indexes in a process that a mistake would kill. */
class IndexDamageTest {
  private static final String CLASSES = "cut, flipped, exchanged, outdated, sidecars too";
  private static final Pattern TOTAL = Pattern.compile("total: (\\d+) damages");

  // Covers R-INDEX-1, R-INDEX-2
  @Test
  void processSurvivesEveryClassOfDamageAndRebuilds(@TempDir Path directory) throws Exception {
    int damages = damages(directory, 60);
    assertTrue(damages > 200);
    Programme.T11.passed(CLASSES, damages);
  }

  @Test
  @Tag("long")
  void processSurvivesThousandsOfDamagesAndRebuilds(@TempDir Path directory) throws Exception {
    int damages = damages(directory, 1500);
    assertTrue(damages > 4000);
    Programme.T11.passed(CLASSES + ", many", damages);
  }

  private static int damages(Path directory, int each) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    IndexDamageProgram.class.getName(),
                    directory.toString(),
                    Integer.toString(each)))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    System.out.print(output);
    assertEquals(0, status, output);
    Matcher total = TOTAL.matcher(output);
    assertTrue(total.find(), output);
    return Integer.parseInt(total.group(1));
  }
}
