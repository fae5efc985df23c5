package io.pcr.tools.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
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

class StudiesCommandTest {
  private static final int IMAGES = 4;

  @TempDir private Path folder;
  private Path images;
  private Path work;

  @BeforeEach
  void write() throws IOException {
    images = Files.createDirectories(folder.resolve("images/flowers"));
    for (int i = 0; i < IMAGES; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 64, 48));
    }
    work = Files.createDirectories(folder.resolve("work"));
  }

  private CommandRun tune(Object... more) {
    Object[] first = {"tune", images, "--work", work, "--rows", folder.resolve("rows")};
    Object[] arguments = new Object[first.length + more.length];
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return CommandRun.of(arguments);
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(List.of(), left.toList());
    }
  }

  private CommandRun presto(Object... more) {
    Object[] first = {
      "--study",
      "presto",
      "--samples",
      "5",
      "--runs",
      "1",
      "--caches",
      "none,app",
      "--steps",
      "decode,resize:32,centre,crop:24",
      "--store",
      "pcr,raw,float32",
    };
    Object[] arguments = new Object[first.length + more.length];
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return tune(arguments);
  }

  @Test
  void strategiesAreComparedForEachCacheAndGoOnWhereTheyEnded() throws IOException {
    CommandRun run = presto("--json");
    assertEquals(ExitCode.OK, run.status(), run.err());
    JsonObject answer = JsonObject.parse(run.out()).orElseThrow();
    assertEquals(0L, answer.members().get("missing_runs"));
    assertEquals(2, answer.objects("conditions").size());
    for (JsonObject condition : answer.objects("conditions")) {
      List<JsonObject> strategies = condition.objects("strategies");
      assertEquals(5, strategies.size());
      assertEquals(1.0, ((Number) strategies.get(0).members().get("score")).doubleValue());
    }
    assertNothingIsLeft();
    CommandRun again = presto();
    assertEquals(ExitCode.OK, again.status(), again.err());
    assertEquals("", again.err()); // Nothing was measured.
    assertTrue(again.out().contains("float32"), again.out());
    assertTrue(again.out().contains("5 images an epoch, cache app"), again.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--steps=decode,blur",
        "--steps=crop:24",
        "--store=gif",
        "--caches=l2",
        "--samples=0",
        "--runs=0",
        "--epoch-threads=0",
        "--shuffles=many",
        "--weights=1,2",
        "--weights=0,0,0"
      })
  void whatCannotBeStudiedIsRefusedBeforeAnythingIsWritten(String argument) throws IOException {
    CommandRun run = tune("--study", "presto", argument);
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertNothingIsLeft();
  }

  @Test
  void shuffleBeforeAStepThatIsNotThereIsRefused() {
    CommandRun run = presto("--shuffles", "10@flip");
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertTrue(run.err().contains("flip"), run.err());
  }

  @Test
  void folderWithoutImagesIsAnError() throws IOException {
    images = Files.createDirectories(folder.resolve("empty"));
    CommandRun run = presto();
    assertEquals(ExitCode.IO, run.status(), run.err());
    assertTrue(run.err().contains("no images"), run.err());
    assertEquals(
        ExitCode.USAGE,
        CommandRun.of("tune", folder.resolve("none"), "--study", "presto").status());
  }

  @Test
  void ratioIsFoundAndTheDatasetIsWritten() throws IOException {
    Path out = folder.resolve("liquid");
    CommandRun run =
        tune(
            "--study", "formats", "--pair-images", "11", "--every-ratio", "--json", "--write", out);
    assertEquals(ExitCode.OK, run.status(), run.err());
    JsonObject answer = JsonObject.parse(run.out()).orElseThrow();
    assertEquals(11, answer.objects("ratios").size());
    assertEquals(20L, answer.objects("formats").get(0).members().get("images"));
    String mix = (String) answer.members().get("mix");
    int raw = 0;
    int count = 0;
    try (PcrDataset dataset = PcrDataset.open(out)) {
      try (ShardReader samples = dataset.shard(0).read(Fidelity.FULL)) {
        for (Sample sample : samples) {
          raw += sample.encoding() == Encoding.RAW ? 1 : 0;
          count++;
        }
      }
      assertEquals(mix, dataset.manifest().orElseThrow().options().get("mix"));
    }
    assertEquals(IMAGES, count);
    assertTrue(mix.contains("raw") == (raw > 0) || count < 10, mix + " " + raw);
    assertNothingIsLeft();
  }

  @Test
  void searchOfTheRatioMeasuresSixAtMost() throws IOException {
    CommandRun run = tune("--study", "formats", "--pair-images", "10", "--pair", "png,pcr:1");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.err().lines().filter(line -> line.contains(" loads ")).count() <= 6);
    assertTrue(run.out().contains("best"), run.out());
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--pair=jpeg",
        "--pair=jpeg,jpeg",
        "--pair=jpeg,gif",
        "--pair-images=0",
        "--pair-link=0",
        "--pair=pcr:1,raw --write=out"
      })
  void pairsThatAreNoneAreRefused(String arguments) throws IOException {
    Object[] words = ("--study=formats " + arguments).split(" ", -1);
    CommandRun run = tune(words);
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertNothingIsLeft();
  }

  @Test
  void qualityThatFitsIsSaidForCopiesAndGroups() throws IOException {
    CommandRun run =
        tune("--study", "quality", "--qualities", "50,10", "--fit-memory", "1", "--json");
    assertEquals(ExitCode.OK, run.status(), run.err());
    JsonObject answer = JsonObject.parse(run.out()).orElseThrow();
    assertEquals(null, answer.members().get("best"));
    List<JsonObject> choices = answer.objects("choices");
    assertEquals("original", choices.get(0).members().get("choice"));
    assertEquals("webp:10", choices.get(4).members().get("choice"));
    assertEquals("pcr:1", choices.get(5).members().get("choice"));
    CommandRun all =
        tune(
            "--study", "quality", "--qualities", "50", "--fit-memory", "1GB", "--rate-images", "4");
    assertEquals(ExitCode.OK, all.status(), all.err());
    assertTrue(all.out().contains(" shows most."), all.out());
    assertTrue(all.out().contains("link, 20 MB/s"), all.out());
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--qualities=0",
        "--qualities=101",
        "--quality-images=0",
        "--rate-images=-1",
        "--rate-link=0",
        "--fit-images=0",
        "--fit-memory=0"
      })
  void qualitiesThatAreNoneAreRefused(String argument) throws IOException {
    CommandRun run = tune("--study=quality", argument);
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertNothingIsLeft();
  }
}
