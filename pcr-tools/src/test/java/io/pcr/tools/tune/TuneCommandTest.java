package io.pcr.tools.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.reader.http.FolderServer;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.internal.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuneCommandTest {
  private static final int IMAGES = 24;

  @TempDir private static Path folder;
  private static Path images;
  private static Path dataset;

  @TempDir private Path own;

  @BeforeAll
  static void write() throws IOException {
    images = Files.createDirectories(folder.resolve("images"));
    for (int i = 0; i < IMAGES; i++) {
      Path rose = Files.createDirectories(images.resolve("rose"));
      Files.write(rose.resolve(i + ".jpg"), JpegFixtures.baseline(i, 64, 48));
    }
    dataset = folder.resolve("dataset");
    CommandRun.ok("convert", images, dataset, "--shard-samples=8");
  }

  /** Quick: what is measured is no test's business. */
  private static CommandRun tune(Object source, Object... more) {
    List<Object> words = new ArrayList<>(List.of("tune", source, "--try-seconds=0.01"));
    words.addAll(Arrays.asList(more));
    return CommandRun.of(words.toArray());
  }

  private static JsonObject json(CommandRun run) {
    assertEquals(ExitCode.OK, run.status(), run.err());
    return JsonObject.parse(run.out()).orElseThrow();
  }

  private static double number(JsonObject object, String name) {
    return ((Number) object.members().get(name)).doubleValue();
  }

  @Test
  void datasetGetsALineACommandAndARowForEachWay() {
    CommandRun run = tune(dataset, "--budget=20s", "--tries=1", "--consumer=1/s");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.lines().get(0).startsWith("Read it at fidelity "), run.out());
    assertTrue(run.lines().get(1).startsWith("  pcr load " + dataset), run.out());
    long rows = run.lines().stream().filter(line -> line.startsWith("PCR ")).count();
    assertEquals(2 * 6, rows, run.out());
    assertEquals("", run.err());
  }

  @Test
  void bytesAreExactAndTheRunStandsBesideThePrediction() {
    JsonObject answer = json(tune(dataset, "--budget=20s", "--tries=1", "--json"));
    assertEquals(true, answer.members().get("complete"));
    List<JsonObject> ways = answer.objects("ways");
    // Which one that is, and whether it is still the first when it has run, is this machine's to
    // say.
    List<JsonObject> tried =
        ways.stream().filter(way -> way.members().containsKey("measured")).toList();
    assertEquals(1, tried.size(), ways.toString());
    double error = number(tried.get(0), "predicted") / number(tried.get(0), "measured") - 1;
    assertEquals(error, number(tried.get(0), "error"), 1e-3);
    assertTrue(number(tried.get(0), "measured") > 0);
    JsonObject facts =
        JsonObject.parse(CommandRun.ok("inspect", dataset, "--json").out()).orElseThrow();
    for (JsonObject way : ways) {
      assertTrue(number(way, "bytes") <= number(facts, "bytes") / IMAGES, way.toString());
      assertTrue(number(way, "decode_ms_p10") <= number(way, "decode_ms_p90"), way.toString());
    }
  }

  @Test
  void imagesGetTheCommandsForEachFormAndNothingIsLeft() throws IOException {
    Path work = own.resolve("work");
    JsonObject answer =
        json(
            tune(
                images,
                "--budget=40s",
                "--tries=1",
                "--work",
                work,
                "--json",
                "--sample-images=20"));
    String command = answer.members().get("command").toString();
    assertTrue(command.startsWith("pcr convert " + images + " OUT"), command);
    assertTrue(command.contains("&& pcr load OUT --fidelity "), command);
    List<Object> forms =
        answer.objects("ways").stream().map(way -> way.members().get("form")).distinct().toList();
    assertTrue(forms.containsAll(List.of("pcr", "tfrecord", "raw")), forms.toString());
    assertTrue(answer.members().get("hardware_decoder").toString().contains("not measured"));
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void archivesAreSampledToo() {
    Path tar = own.resolve("images.tar");
    CommandRun.ok("extract", dataset, tar);
    JsonObject answer = json(tune(tar, "--budget=40s", "--tries=0", "--work", own, "--json"));
    assertFalse(answer.objects("ways").isEmpty());
  }

  @Test
  void pageIsCompleteAndNeedsNoNetwork() throws IOException {
    Path page = own.resolve("advice.html");
    CommandRun run = tune(dataset, "--budget=20s", "--tries=0", "--html", page);
    assertEquals(ExitCode.OK, run.status(), run.err());
    String html = Files.readString(page);
    assertEquals(2, html.split("<svg", -1).length - 1);
    assertTrue(html.contains("default-src &#39;none&#39;"), html);
    assertFalse(html.contains("src=") || html.contains("http:"), html);
    assertTrue(html.contains(run.lines().get(1).strip()), html);
  }

  @Test
  void whatWasMeasuredIsNotMeasuredAgain() throws IOException {
    Path state = own.resolve("figures.json");
    JsonObject first = json(tune(dataset, "--budget=20s", "--tries=1", "--state", state, "--json"));
    String kept = Files.readString(state);
    JsonObject again = json(tune(dataset, "--budget=20s", "--tries=1", "--state", state, "--json"));
    assertEquals(kept, Files.readString(state));
    for (String figure : List.of("bytes", "decode_ms", "decoded_images")) {
      assertEquals(figures(first, figure), figures(again, figure), figure);
    }
  }

  private static Map<String, Double> figures(JsonObject answer, String figure) {
    Map<String, Double> found = new TreeMap<>();
    for (JsonObject way : answer.objects("ways")) {
      found.put(
          way.members().get("fidelity") + " " + way.members().get("cache"), number(way, figure));
    }
    return found;
  }

  @Test
  void budgetThatIsTooShortForEverythingIsSaidToBe() {
    CommandRun run = CommandRun.of("tune", dataset, "--budget=1s", "--tries=99", "--try-seconds=9");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.err().contains("the time was over before all was measured"), run.err());
    assertFalse(run.out().isEmpty());
  }

  @Test
  void datasetOnAServerIsMeasuredThere() throws IOException {
    try (FolderServer server = FolderServer.start(folder)) {
      JsonObject answer = json(tune(server.uri("dataset"), "--budget=20s", "--tries=1", "--json"));
      List<JsonObject> ways = answer.objects("ways");
      assertEquals(6, ways.size());
      assertTrue(ways.stream().allMatch(way -> way.members().get("cache").equals("page")));
      assertTrue(answer.members().get("command").toString().contains(server.uri().toString()));
      JsonObject cached =
          json(
              tune(
                  server.uri("dataset"),
                  "--budget=20s",
                  "--tries=1",
                  "--cache-size=1GB",
                  "--json"));
      List<JsonObject> held =
          cached.objects("ways").stream()
              .filter(way -> way.members().get("cache").equals("minio"))
              .toList();
      assertEquals(6, held.size());
      assertTrue(held.stream().allMatch(way -> way.members().get("limit").equals("decode-bound")));
      assertTrue(held.stream().noneMatch(way -> way.members().containsKey("measured")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--consumer=0, takes nothing",
    "--consumer=fast, is not a rate",
    "--quality=2, is not from 0 to 1",
    "--budget=0, is not a time",
    "--sample-images=3, is less than",
    "--batch=0, must be more than 0",
    "--fidelities=0, numbers from 1",
    "--tries=-1, not less than 0",
    "--study=none, is none of",
    "--transform=blur, is not like"
  })
  void valuesThatMakeNoSenseAreRefused(String argument, String message) {
    CommandRun run = tune(dataset, argument);
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertTrue(run.err().contains(message), run.err());
  }

  @Test
  void tooFewImagesAreSaidToBeTooFew() throws IOException {
    Path none = Files.createDirectories(own.resolve("none"));
    CommandRun empty = tune(none, "--work", own);
    assertEquals(ExitCode.USAGE, empty.status(), empty.err());
    assertTrue(empty.err().contains("it has no images"), empty.err());
    Files.copy(images.resolve("rose/1.jpg"), none.resolve("1.jpg"));
    CommandRun one = tune(none, "--work", own);
    assertEquals(ExitCode.USAGE, one.status(), one.err());
    assertTrue(one.err().contains("one image is too few to measure"), one.err());
    CommandRun.ok("convert", none, own.resolve("single"));
    CommandRun single = tune(own.resolve("single"));
    assertEquals(ExitCode.USAGE, single.status(), single.err());
    assertTrue(single.err().contains("too few to measure"), single.err());
  }

  @Test
  void placeThatIsNotThereIsAnErrorOfTheSystem() {
    CommandRun run = tune(own.resolve("nowhere"));
    assertEquals(ExitCode.IO, run.status(), run.err());
    assertTrue(run.err().contains("nowhere: no such file or folder"), run.err());
    CommandRun remote = tune("http://127.0.0.1:1/dataset");
    assertEquals(ExitCode.IO, remote.status(), remote.err());
  }

  @Test
  void damagedDatasetIsDamageWithAdvice() throws IOException {
    Path damaged = own.resolve("damaged");
    CommandRun.ok("convert", images, damaged);
    Path shard = damaged.resolve("part-00000.pcr");
    byte[] bytes = Files.readAllBytes(shard);
    for (int i = bytes.length / 4; i < bytes.length / 2; i++) {
      bytes[i] ^= 1;
    }
    Files.write(shard, bytes);
    CommandRun run = tune(damaged, "--budget=20s");
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    assertTrue(run.err().contains("'pcr verify' lists all damage"), run.err());
  }

  @Test
  void fileThatIsNoStateIsRefusedAndKept() throws IOException {
    Path other = Files.writeString(own.resolve("other.json"), "[1]");
    CommandRun run = tune(dataset, "--state", other);
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertEquals("[1]", Files.readString(other));
  }
}
