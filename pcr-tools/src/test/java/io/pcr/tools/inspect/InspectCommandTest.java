package io.pcr.tools.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.tools.TestDataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            "default, 8 groups",
            "every one can be given back",
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
  void folderWithoutManifestIsNotADataset() {
    CommandRun run = CommandRun.of("inspect", scratch);
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals("pcr: " + scratch + ": not a dataset, it has no manifest.pcrm\n", run.err());
  }

  @Test
  void halfADatasetIsToldHowToFinish() throws IOException {
    Files.copy(dataset.resolve("part-00000.pcr"), scratch.resolve("part-00000.pcr"));
    Files.createFile(Files.createDirectory(scratch.resolve(".pcr-run")).resolve("options"));
    CommandRun run = CommandRun.of("inspect", scratch);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("not finished"), run.err());
    assertTrue(run.err().contains("pcr convert"), run.err());
    assertEquals(1, run.err().lines().count());
  }

  @Test
  void fileThatIsNotAShardIsSaidToBeNone() throws IOException {
    Path file = Files.writeString(scratch.resolve("notes.txt"), "not a shard, but some words");
    CommandRun run = CommandRun.of("inspect", file);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.err().contains("not a file of this format"), run.err());
    assertEquals(1, run.err().lines().count());
  }

  @Test
  void missingPathIsAnInputError() {
    CommandRun run = CommandRun.of("inspect", scratch.resolve("nowhere"));
    assertEquals(ExitCode.IO, run.status());
    assertTrue(run.err().contains("nowhere: no such file or folder"), run.err());
  }

  @Test
  void newerFormatIsNamedAsNewer() throws IOException {
    byte[] shard = Files.readAllBytes(dataset.resolve("part-00000.pcr"));
    ByteBuffer head = ByteBuffer.wrap(shard).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    head.put(8, (byte) 9);
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(shard, 0, 60);
    crc.update(shard, 64, 24 * head.getInt(28));
    head.putInt(60, (int) crc.getValue());
    Path file = Files.write(scratch.resolve("newer.pcr"), shard);
    CommandRun run = CommandRun.of("inspect", file);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.err().contains("major version"), run.err());
    assertTrue(run.err().contains("9"), run.err());
    assertFalse(run.err().contains("\tat "), "a stack trace without --debug");
  }

  @Test
  void leftoverShardIsMentionedAndLeftOut() throws IOException {
    Path copy = scratch.resolve("copy");
    TestDataset.small(copy);
    Files.copy(copy.resolve("part-00000.pcr"), copy.resolve("part-00009.pcr"));
    CommandRun run = CommandRun.of("inspect", copy, "--json");
    assertEquals(5, run.number("samples"));
    assertTrue(run.err().contains("part-00009.pcr is not part of the dataset"), run.err());
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
  void damageIsOneLineThatSaysWhatToDo() throws IOException {
    Path damaged = TestDataset.small(folder.resolve("damaged"));
    Path shard = damaged.resolve("part-00000.pcr");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[20] ^= 1;
    Files.write(shard, bytes);
    CommandRun run = CommandRun.of("inspect", damaged);
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(1, run.err().lines().count());
    assertTrue(run.err().endsWith("'pcr repair' saves what is whole\n"), run.err());
    Files.delete(damaged.resolve("manifest.pcrm"));
    CommandRun without = CommandRun.of("inspect", damaged);
    assertTrue(without.err().contains("it has 2 shards and no manifest.pcrm; 'pcr repair'"));
  }
}
