package io.pcr.tools.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.tools.Pcr;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study in a process of its own that is interrupted. */
class InterruptedStudyTest {
  @TempDir private Path folder;

  @Test
  void interruptedStudyRemovesWhatItWroteAndKeepsItsRows() throws Exception {
    Path images = Files.createDirectories(folder.resolve("images"));
    for (int i = 0; i < 3; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 64, 48));
    }
    Path work = Files.createDirectories(folder.resolve("work"));
    Path rows = folder.resolve("rows");
    Process process =
        new ProcessBuilder(
                "env", // Children of a script in the background ignore interrupts.
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Pcr.class.getName(),
                "tune",
                images.toString(),
                "--study=presto",
                "--runs=1000",
                "--samples=50",
                "--work=" + work,
                "--rows=" + rows)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      assertTrue(err.readLine().contains("images/s"));
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      while (err.readLine() != null) {
        // Until it has ended.
      }
    }
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
    } finally {
      process.destroyForcibly();
    }
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(List.of(), left.toList());
    }
    assertTrue(Files.readAllLines(rows.resolve("rows.jsonl")).size() >= 1);
    assertTrue(Files.exists(rows.resolve("rows.csv")));
  }
}
