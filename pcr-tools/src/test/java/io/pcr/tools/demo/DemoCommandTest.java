package io.pcr.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir private Path folder;

  @Test
  void makesPicturesADatasetOfThemAndAReport() throws IOException {
    Path demo = folder.resolve("a new/demo");
    CommandRun run = CommandRun.of("demo", demo, "--images", 2);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    assertEquals("", run.err());
    assertTrue(run.lines().get(0).startsWith("12 pictures generated in "), run.out());
    for (String step : new String[] {"convert", "verify", "quality", "inspect"}) {
      assertTrue(run.out().contains("\n$ pcr " + step + " "), run.out());
    }
    assertTrue(run.out().contains("MS-SSIM"), run.out());
    assertTrue(run.out().contains("no damage"), run.out());
    try (var images = Files.walk(demo.resolve("images"))) {
      assertEquals(12, images.filter(Files::isRegularFile).count());
    }
    assertTrue(Files.readString(demo.resolve("report.html")).startsWith("<!DOCTYPE html>"));
    CommandRun inspect = CommandRun.of("inspect", demo.resolve("dataset"), "--json");
    assertEquals(12, inspect.number("samples"));
  }

  @Test
  void whatSomebodyHasThereIsLeftAlone() throws IOException {
    Path mine = folder.resolve("mine");
    Files.createDirectory(mine);
    Files.writeString(mine.resolve("letter.txt"), "dear");
    CommandRun run = CommandRun.of("demo", mine);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("name another folder: pcr demo FOLDER"), run.err());
    assertEquals("dear", Files.readString(mine.resolve("letter.txt")));
    assertFalse(Files.exists(mine.resolve("images")));
    assertEquals(ExitCode.USAGE, CommandRun.of("demo", mine.resolve("letter.txt")).status());
  }

  @Test
  void zeroPicturesAreAUsageError() {
    assertEquals(
        ExitCode.USAGE, CommandRun.of("demo", folder.resolve("x"), "--images", 0).status());
    assertFalse(Files.exists(folder.resolve("x")));
  }
}
