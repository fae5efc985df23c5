package io.pcr.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.internal.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchCommandTest {
  @TempDir private Path folder;
  private Path images;
  private Path work;

  @BeforeEach
  void write() throws IOException {
    images = Files.createDirectories(folder.resolve("images"));
    Path flowers = Files.createDirectories(images.resolve("flowers"));
    for (int i = 0; i < 3; i++) {
      Files.write(flowers.resolve(i + ".jpg"), JpegFixtures.baseline(i, 64, 48));
    }
    work = folder.resolve("work");
  }

  private CommandRun bench(Object... more) {
    Object[] arguments = new Object[more.length + 6];
    Object[] first = {"bench", images, "--work", work, "--seconds", "0.01"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return CommandRun.of(arguments);
  }

  @Test
  void everyBenchGivesFiguresAndNothingIsLeft() throws IOException {
    CommandRun run = bench("--copies", "2", "--links", "50", "--json");
    assertEquals(ExitCode.OK, run.status(), run.err());
    JsonObject answer = JsonObject.parse(run.out()).orElseThrow();
    assertEquals(6L, answer.members().get("images"));
    List<JsonObject> figures = answer.objects("figures");
    for (Bench bench : Bench.values()) {
      String name =
          switch (bench) {
            case CONVERT -> "convert";
            case PREFIX -> "prefix read";
            case LINK -> "epoch over a link";
            case DECODE -> "decode, one thread";
            case RANDOM -> "sample by key, hot";
          };
      assertTrue(
          figures.stream().anyMatch(figure -> figure.members().get("bench").equals(name)), name);
    }
    for (JsonObject figure : figures) {
      double value = ((Number) figure.members().get("value")).doubleValue();
      assertTrue(value > 0 && Double.isFinite(value), figure.toString());
    }
    assertEquals(
        figures.size(), figures.stream().map(f -> f.members().get("id")).distinct().count());
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(0, left.count());
    }
    try (Stream<Path> inputs = Files.walk(images)) {
      assertEquals(3, inputs.filter(Files::isRegularFile).count());
    }
  }

  @Test
  void earlierRunStandsBesideThisOne() throws IOException {
    CommandRun first = bench("--only", "random", "--json");
    Path earlier = Files.writeString(folder.resolve("earlier.json"), first.out());
    CommandRun second = bench("--only", "random", "--compare", earlier);
    assertEquals(ExitCode.OK, second.status(), second.err());
    assertTrue(second.out().contains("times that"), second.out());
    JsonObject figure = JsonObject.parse(first.out()).orElseThrow().objects("figures").get(0);
    double value = ((Number) figure.members().get("value")).doubleValue();
    Figure now = Figure.of("a", "b", Figure.Unit.MICROSECONDS, value / 2, "plain", value);
    assertEquals(2, now.times(value), 1e-9);
    assertEquals(2, now.ratio().orElseThrow(), 1e-9);
  }

  @Test
  void moreImagesPerSecondAreBetterAndFewerMicroseconds() {
    assertEquals(2, Figure.of("a", "b", Figure.Unit.IMAGES_PER_SECOND, 20).times(10), 1e-9);
    assertEquals(.5, Figure.of("a", "b", Figure.Unit.MICROSECONDS, 20).times(10), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--copies=0", "--seconds=0", "--links=-1", "--only=nothing"})
  void valuesThatMakeNoSenseAreRefused(String argument) {
    CommandRun run = bench(argument);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(Files.notExists(work));
  }

  @Test
  void whatIsNoEarlierRunAndNoFolderIsSaidSo() throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), "{\"figures\": []}");
    CommandRun run = bench("--compare", file);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("other.json: not what 'pcr bench --json' printed"), run.err());
    CommandRun none = CommandRun.of("bench", folder.resolve("none"));
    assertEquals(ExitCode.USAGE, none.status());
    assertTrue(none.err().contains("not a folder of images"), none.err());
  }
}
