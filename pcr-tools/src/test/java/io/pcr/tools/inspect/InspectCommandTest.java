package io.pcr.tools.inspect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
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
    assertEquals(ExitCode.IO, run.status(), "nobody knows whether it is damaged");
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
  void damageIsOneLineThatSaysWhatToDo() throws IOException {
    Path damaged = TestDataset.small(folder.resolve("damaged"));
    Path shard = damaged.resolve("part-00000.pcr");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[20] ^= 1;
    Files.write(shard, bytes);
    CommandRun run = CommandRun.of("inspect", damaged);
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(1, run.err().lines().count());
    assertTrue(run.err().endsWith("'pcr repair' saves what is intact\n"), run.err());
    Manifests.delete(damaged);
    CommandRun without = CommandRun.of("inspect", damaged);
    assertTrue(without.err().contains("it has 2 shards and no manifest.pcrm; 'pcr repair'"));
  }

  private static ShardFile firstShard() throws IOException {
    try (FileByteSource source = FileByteSource.open(dataset.resolve("part-00000.pcr"))) {
      return ShardFile.open(source, Limits.DEFAULT);
    }
  }

  private Path cut(long length) throws IOException {
    Path cut = TestDataset.small(scratch.resolve("cut" + length));
    byte[] shard = Files.readAllBytes(cut.resolve("part-00000.pcr"));
    Files.write(cut.resolve("part-00000.pcr"), Arrays.copyOf(shard, (int) length));
    return cut;
  }

  @Test
  void shardCutInItsRestoreDataIsShownAndSaidToBeTruncated() throws IOException {
    Region restore = firstShard().regions().restore().orElseThrow();
    // Within the last frame, within the list of what is kept, and within the last group.
    for (long length : List.of(restore.end() - 1, restore.offset() + 2, restore.offset() - 500)) {
      CommandRun run = CommandRun.of("inspect", cut(length));
      assertEquals(ExitCode.FOUND, run.status(), run.out());
      assertTrue(run.out().contains("5 in 2 shards"), run.out());
      assertTrue(run.out().contains("damage       in 1 shard"), run.out());
      assertTrue(run.out().contains("  originals    2 of 5 can be restored"), run.out());
      assertTrue(run.err().startsWith("pcr: part-00000.pcr: truncated, it has "), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
    }
  }

  @Test
  void whatATruncatedShardStillHoldsIsCounted() throws IOException {
    ShardFile shard = firstShard();
    Path third = cut(shard.layout().prefixLength(4) - 1);
    assertTrue(
        CommandRun.of("inspect", third).err().contains("all samples can be read at fidelity 3"));
    Path alone = third.resolve("part-00000.pcr");
    CommandRun layout = CommandRun.of("inspect", alone, "--layout");
    assertEquals(ExitCode.FOUND, layout.status());
    assertTrue(layout.err().contains("truncated, it has "), layout.err());
    CommandRun sample = CommandRun.of("inspect", third, "--sample", "rose/1.jpg");
    assertEquals(ExitCode.FOUND, sample.status());
    assertTrue(sample.err().contains("rose/1.jpg can be read at fidelity 4;"), sample.err());
    assertEquals(ExitCode.OK, CommandRun.of("inspect", third, "--sample", "tulip/3.jpg").status());
    Path first = cut(shard.layout().slicePosition(1, 2));
    CommandRun json = CommandRun.of("inspect", first, "--json");
    assertTrue(json.out().contains("2 of 3 samples can be read at fidelity 1\""), json.out());
    assertTrue(json.out().contains("\"shard\": \"part-00000.pcr\""), json.out());
  }

  @Test
  void shardsThatAreGoneOrUnreadableLeaveTheOthersToLookAt() throws IOException {
    Path gone = TestDataset.small(scratch.resolve("gone"));
    Files.delete(gone.resolve("part-00000.pcr"));
    CommandRun run = CommandRun.of("inspect", gone);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("samples      2 in 1 shard"), run.out());
    assertTrue(
        run.err().startsWith("pcr: part-00000.pcr: the file is missing; not counted: 3 samples"),
        run.err());
    assertEquals(ExitCode.OK, CommandRun.of("inspect", gone, "--sample", "tulip/3.jpg").status());
    CommandRun lost = CommandRun.of("inspect", gone, "--sample", "rose/1.jpg");
    assertEquals(ExitCode.IO, lost.status());
    assertTrue(lost.err().contains("'pcr repair' saves what is intact"), lost.err());
    Path page = scratch.resolve("report.html");
    assertEquals(ExitCode.FOUND, CommandRun.of("inspect", gone, "--html", page).status());
    String html = Files.readString(page);
    assertTrue(html.contains("damaged shard</dt>"));
    assertTrue(html.contains("part-00000.pcr; &#39;pcr verify&#39; lists all damage"));
    assertEquals(2 * 8, html.split("data:image/jpeg;base64,", -1).length - 1);
    Files.writeString(gone.resolve("part-00001.pcr"), "no shard any more");
    CommandRun nothing = CommandRun.of("inspect", gone);
    assertEquals(ExitCode.FOUND, nothing.status());
    assertEquals("gone: dataset, generation 1", nothing.lines().get(0));
    assertEquals(2, nothing.err().lines().count(), nothing.err());
  }

  @Test
  void anotherShardUnderTheNameOfOneIsNoticed() throws IOException {
    Path swapped = TestDataset.small(scratch.resolve("swapped"));
    new TestDataset().shard("rose/1.jpg", "rose/2.jpg").write(scratch.resolve("other"));
    Files.copy(
        scratch.resolve("other/part-00000.pcr"),
        swapped.resolve("part-00000.pcr"),
        StandardCopyOption.REPLACE_EXISTING);
    CommandRun run = CommandRun.of("inspect", swapped);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.err().contains("it is not the shard that the manifest lists"), run.err());
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
