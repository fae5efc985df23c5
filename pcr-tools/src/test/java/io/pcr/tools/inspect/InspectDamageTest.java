package io.pcr.tools.inspect;

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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} says of what is damaged, newer, missing or none of this format. */
class InspectDamageTest {
  @TempDir private static Path folder;
  private static Path dataset;

  @TempDir private Path scratch;

  @BeforeAll
  static void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
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
}
