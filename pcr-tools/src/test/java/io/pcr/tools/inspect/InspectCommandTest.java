package io.pcr.tools.inspect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  @TempDir private static Path folder;
  private static Path dataset;

  @TempDir private Path scratch;

  @BeforeAll
  static void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
  }

  @Test
  void datasetFitsOnOneScreenAndAnswersWhatIsInIt() {
    CommandRun run = CommandRun.of("inspect", dataset);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.lines().size() <= 24, run.out());
    assertEquals("flowers: PCR dataset, generation 1", run.lines().get(0));
    for (String part :
        List.of(
            "5 in 2 shards",
            "2, 2 to 3 samples each: tulip, rose",
            "eight-groups, 8 groups",
            "all can be restored",
            "longer side  96 pixels",
            "caption (string, late)",
            "progressive jpeg, ycbcr",
            "Cb Cr",
            "100.0%")) {
      assertTrue(run.out().contains(part), part + " is not in\n" + run.out());
    }
    assertEquals("", run.err());
  }

  @Test
  void jsonSumsTheGroupsOfAllShards() throws IOException {
    CommandRun run = CommandRun.of("inspect", dataset, "--json");
    assertEquals(ExitCode.OK, run.status(), run.err());
    long bytes =
        Files.size(dataset.resolve("part-00000.pcr"))
            + Files.size(dataset.resolve("part-00001.pcr"));
    assertEquals(5, run.number("samples"));
    assertEquals(2, run.number("shards"));
    assertEquals(bytes, run.number("bytes"));
    assertEquals(8, run.number("group_count"));
    assertTrue(run.out().contains("\"variant\": \"pcr\""), run.out());
    List<Long> prefixes = numbers(run.out(), "prefix_length");
    assertEquals(8, prefixes.size());
    long groups = 0;
    List<Long> groupBytes = numbers(run.out(), "bytes").subList(1, 9);
    for (int g = 1; g < 8; g++) {
      groups += groupBytes.get(g);
      assertEquals(groups, prefixes.get(g) - prefixes.get(0));
    }
    assertTrue(prefixes.get(7) < bytes);
  }

  @Test
  void shardByItselfIsInspectedWithoutItsManifest() {
    CommandRun run = CommandRun.of("inspect", dataset.resolve("part-00001.pcr"));
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals("part-00001.pcr: PCR shard", run.lines().get(0));
  }

  @Test
  void sampleIsFoundByItsKeyWithAllItsSlices() {
    CommandRun run = CommandRun.of("inspect", dataset, "--sample", "tulip/3.jpg");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals("tulip/3.jpg", run.lines().get(0));
    assertTrue(run.out().contains("part-00001.pcr, sample 1"), run.out());
    assertTrue(run.out().contains("sha-256"), run.out());
    CommandRun json = CommandRun.of("inspect", dataset, "--sample", "tulip/3.jpg", "--json");
    assertEquals(8, numbers(json.out(), "group").size());
    assertEquals(96, json.number("width"));
  }

  @Test
  void unknownSampleIsAUsageErrorThatNamesItHarmlessly() {
    CommandRun run = CommandRun.of("inspect", dataset, "--sample", "no\u001b[2Jsuch");
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals("pcr: flowers: no sample has the key no\\u001b[2Jsuch\n", run.err());
    assertEquals("", run.out());
  }

  @Test
  void layoutIsDrawnToScale() {
    CommandRun run = CommandRun.of("inspect", dataset.resolve("part-00000.pcr"), "--layout");
    assertEquals(ExitCode.OK, run.status(), run.err());
    String bar = run.lines().get(1);
    assertEquals(80, bar.length());
    assertTrue(Pattern.matches("\\[M+1*2*3*4*5*6*7*8+C*R+\\]", bar), bar);
    assertTrue(run.out().contains("scan group 8"), run.out());
    assertTrue(run.out().contains("trailer"), run.out());
  }

  @Test
  void missingPathIsAnInputError() {
    CommandRun run = CommandRun.of("inspect", scratch.resolve("nowhere"));
    assertEquals(ExitCode.IO, run.status());
    assertTrue(run.err().contains("nowhere: no such file or folder"), run.err());
  }

  @Test
  void htmlReportDrawsSeparateCopiesBesideTheFidelitiesWhereThatIsWanted() throws IOException {
    Path page = scratch.resolve("copies.html");
    CommandRun run = CommandRun.of("inspect", dataset, "--html", page, "--beside-copies");
    assertEquals(ExitCode.OK, run.status(), run.err());
    String html = Files.readString(page);
    for (String format : List.of("JPEG", "WebP")) {
      String name = format.toLowerCase(Locale.ROOT);
      assertTrue(html.contains("separate " + format + " copies, mean"), format);
      assertTrue(html.matches("(?s).*class=\"curve copies-" + name + "\" d=\"M[0-9. L]+\".*"));
    }
    CommandRun plain = CommandRun.of("inspect", dataset, "--beside-copies");
    assertEquals(ExitCode.USAGE, plain.status());
  }

  @Test
  void htmlReportShowsEachPictureAtEachFidelity() throws IOException {
    Path page = scratch.resolve("report.html");
    CommandRun run = CommandRun.of("inspect", dataset, "--html", page);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().startsWith(page + ": "), run.out());
    String html = Files.readString(page);
    assertEquals(5 * 8, html.split("data:image/jpeg;base64,", -1).length - 1);
    assertTrue(html.contains("<bdi>tulip/3.jpg</bdi>"));
    assertTrue(html.contains("recommended"));
    assertTrue(html.contains("rose"));
  }

  @Test
  void noPageIsWrittenOverAFileOfTheDataset() throws IOException {
    Path own = TestDataset.small(scratch.resolve("own"));
    Path renamed = own.resolve("holiday.html");
    Files.copy(own.resolve("part-00000.pcr"), renamed);
    Files.createDirectory(scratch.resolve("elsewhere"));
    for (String name :
        List.of(
            "own/manifest.pcrm",
            "own/index.lmdb",
            "own/index.lmdb.sum",
            "own/part-00000.pcr",
            "own/part-00777.pcr",
            "own/holiday.html",
            "elsewhere/../own/manifest.pcrm")) {
      Path file = scratch.resolve(name);
      for (List<String> options : List.of(List.<String>of(), List.of("--sample=rose/1.jpg"))) {
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        List<Object> command = new ArrayList<>(List.of("inspect", own));
        command.addAll(options);
        command.add(options.isEmpty() ? "--html" : "--strip");
        command.add(file);
        CommandRun run = CommandRun.of(command.toArray());
        assertEquals(ExitCode.USAGE, run.status(), name + ": " + run.err());
        assertEquals("pcr: " + file + " is a file of the dataset; name another one\n", run.err());
        byte[] after = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        assertArrayEquals(before, after, name);
      }
    }
    Path shard = own.resolve("part-00000.pcr");
    CommandRun alone = CommandRun.of("inspect", shard, "--html", shard);
    assertEquals(ExitCode.USAGE, alone.status(), alone.err());
    assertEquals(ExitCode.OK, CommandRun.of("verify", own).status());
    Path page = own.resolve("page.html");
    assertEquals(ExitCode.OK, CommandRun.of("inspect", own, "--html", page).status());
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() {
    for (String option : List.of("--json", "--layout")) {
      CommandRun run = CommandRun.of("inspect", dataset, "--html", "r.html", option);
      assertEquals(ExitCode.USAGE, run.status());
      assertEquals(1, run.err().lines().count());
    }
  }

  private static List<Long> numbers(String json, String name) {
    List<Long> numbers = new ArrayList<>();
    Matcher matcher = Pattern.compile("\"" + name + "\": (\\d+)").matcher(json);
    while (matcher.find()) {
      numbers.add(Long.parseLong(matcher.group(1)));
    }
    return numbers;
  }

  @Test
  void stripHoldsTheSampleAtEveryFidelityAndItsKeyAsTextOnly() throws IOException {
    String key = "</title><script>x</script>.jpg";
    Path hostile = new TestDataset().shard(key).write(folder.resolve("hostile"));
    Path file = folder.resolve("strip.svg");
    CommandRun run = CommandRun.of("inspect", hostile, "--sample", key, "--strip", file);
    assertEquals(ExitCode.OK, run.status(), run.err());
    String svg = Files.readString(file);
    assertTrue(svg.startsWith("<svg xmlns="), svg.substring(0, 80));
    assertEquals(8, svg.split("<image ", -1).length - 1);
    assertTrue(svg.contains("fidelity 8: 100.0% of the bytes"));
    assertFalse(svg.contains("<script"));
    CommandRun other = CommandRun.of("inspect", hostile, "--sample", "no", "--strip", file);
    assertEquals(ExitCode.USAGE, other.status());
    assertEquals(ExitCode.USAGE, CommandRun.of("inspect", hostile, "--strip", file).status());
  }

  @Test
  void emptyDatasetIsSaidToBeEmpty() throws IOException {
    Path empty = new TestDataset().write(scratch.resolve("empty"));
    CommandRun run = CommandRun.of("inspect", empty);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals("empty: EMPTY dataset, generation 1", run.lines().get(0));
    assertFalse(run.out().contains("originals"), run.out());
    assertTrue(CommandRun.of("inspect", empty, "--json").out().contains("\"variant\": \"empty\""));
  }

  @Test
  void emptyNameIsNotTheCurrentFolder() {
    CommandRun run = CommandRun.of("inspect", "");
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().startsWith("pcr: the path is empty"), run.err());
  }

  @Test
  void veryLargePictureIsDrawnWithoutAComparisonThatWouldTakeMinutes() throws IOException {
    // One row more than twelve mebipixels, of which the metric would keep six doubles each.
    Path large = new TestDataset().size(4096, 3073).shard("a.jpg").write(scratch.resolve("large"));
    Path file = scratch.resolve("strip.svg");
    CommandRun run = CommandRun.of("inspect", large, "--sample", "a.jpg", "--strip", file);
    assertEquals(ExitCode.OK, run.status(), run.err());
    String svg = Files.readString(file);
    assertEquals(8, svg.split("<image ", -1).length - 1);
    assertFalse(svg.contains("MS-SSIM 0"), "compared");
  }
}
