package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.internal.journal.CommitAttempt;
import io.pcr.writer.internal.journal.Journal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
  private static final String FIRST = "part-00000.pcr";

  @TempDir private Path folder;
  private Path dataset;
  private ShardFile shard;

  @BeforeEach
  void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    try (FileByteSource source = FileByteSource.open(dataset.resolve(FIRST))) {
      shard = ShardFile.open(source, Limits.DEFAULT);
    }
  }

  private void flip(long offset) throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(FIRST));
    bytes[(int) offset] ^= 4;
    Files.write(dataset.resolve(FIRST), bytes);
  }

  private Region region(RegionKind kind) {
    return shard.regions().regions().stream().filter(r -> r.kind() == kind).findFirst().get();
  }

  @Test
  void wholeDatasetHasNoDamageAlsoWhenItIsDecoded() {
    for (CommandRun run :
        List.of(CommandRun.of("verify", dataset), CommandRun.of("verify", dataset, "--deep"))) {
      assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
      assertEquals(2, run.lines().size());
      assertTrue(
          run.out().startsWith("flowers: no damage; checked 5 samples in 2 shards, "), run.out());
      assertEquals("index: missing; it is built when it is first needed", run.lines().get(1));
      assertEquals("", run.err());
    }
  }

  @Test
  void jsonCountsTheBytesOfBothShards() throws IOException {
    CommandRun run = CommandRun.of("verify", dataset, "--json");
    assertTrue(run.out().contains("\"ok\": true"), run.out());
    assertTrue(run.out().contains("\"damages\": []"), run.out());
    assertEquals(5, run.number("samples"));
    long all = Files.size(dataset.resolve(FIRST)) + Files.size(dataset.resolve("part-00001.pcr"));
    assertTrue(run.number("bytes") <= all && run.number("bytes") > all - 2000, run.out());
  }

  @Test
  void damageInAThirdGroupLeavesTheSampleReadableAtFidelityTwo() throws IOException {
    long at = shard.layout().slicePosition(3, 1);
    flip(at + 5);
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(3, run.lines().size(), run.out());
    String line = run.lines().get(0);
    assertTrue(
        line.startsWith(
            FIRST
                + ": sample 1 \"rose/2.jpg\", group 3, at "
                + at
                + ": CHECKSUM_MISMATCH, stored 0x"),
        line);
    assertTrue(line.endsWith("; can be read at fidelity 2"), line);
  }

  @Test
  void damageInTwoGroupsLeavesWhatIsBelowTheFirst() throws IOException {
    flip(shard.layout().slicePosition(2, 0));
    flip(shard.layout().slicePosition(8, 0));
    CommandRun run = CommandRun.of("verify", dataset, "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(2, run.out().split("can be read at fidelity 1\"", -1).length - 1, run.out());
    assertTrue(run.out().contains("\"key\": \"rose/1.jpg\""), run.out());
    assertTrue(run.out().contains("\"code\": \"CHECKSUM_MISMATCH\""), run.out());
  }

  @Test
  void damageInTheFirstGroupLosesTheSample() throws IOException {
    flip(shard.layout().slicePosition(1, 2));
    CommandRun run = CommandRun.of("verify", dataset);
    assertTrue(run.lines().get(0).endsWith("; the sample is lost"), run.out());
  }

  @Test
  void damagedHeadLosesTheShardAndNoOther() throws IOException {
    flip(20);
    flip(shard.regions().end() + 20);
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(3, run.lines().size(), run.out());
    assertTrue(run.lines().get(0).contains("nothing of the shard can be read"), run.out());
    assertTrue(run.lines().get(1).contains("checked 2 samples"), run.out());
  }

  @Test
  void damagedColumnValueLosesTheValueAlone() throws IOException {
    flip(region(RegionKind.COLUMN).offset() + 1);
    CommandRun run = CommandRun.of("verify", dataset);
    assertTrue(run.lines().get(0).endsWith("its value of column caption is lost"), run.out());
  }

  @Test
  void damagedRestoreFrameTellsHowManyOriginalsAreLost() throws IOException {
    flip(region(RegionKind.RESTORE).end() - 10);
    CommandRun run = CommandRun.of("verify", dataset);
    assertTrue(
        run.lines().get(0).endsWith("all samples can be read, 3 originals cannot be restored"),
        run.out());
  }

  @Test
  void truncatedShardSaysAtWhichFidelityItIsWhole() throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(FIRST));
    Files.write(
        dataset.resolve(FIRST), Arrays.copyOf(bytes, (int) shard.layout().prefixLength(4) + 10));
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.lines().get(0).contains("truncated"), run.out());
    assertTrue(run.out().contains("all samples can be read at fidelity 4"), run.out());
  }

  @Test
  void missingShardIsDamageNotAnError() throws IOException {
    Files.delete(dataset.resolve("part-00001.pcr"));
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.lines().get(0).startsWith("part-00001.pcr: the file is missing"), run.out());
  }

  @Test
  void shardOfAnotherDatasetUnderTheSameNameIsFound() throws IOException {
    Files.copy(
        dataset.resolve("part-00001.pcr"),
        dataset.resolve(FIRST),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("ShardTable.shard_uuids"), run.out());
    assertTrue(run.out().contains("\"tulip/2.jpg\""), "the keys that stand twice: " + run.out());
  }

  // Covers T2: every bit of the structure, and one in 13 bytes of the rest, is under a checksum.
  @Test
  void everyFlippedBitIsFound() throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve("part-00001.pcr"));
    Random random = new Random(1);
    ShardFile whole =
        ShardFile.open(new MemoryByteSource("s", ByteBuffer.wrap(bytes)), Limits.DEFAULT);
    long structure = whole.layout().prefixLength(0);
    DatasetFolder inMemory = name -> new MemoryByteSource(name, ByteBuffer.wrap(bytes));
    DatasetCheck check =
        DatasetCheck.of(
            DatasetFiles.open(DatasetLocation.of(inMemory, "s.pcr"), Limits.DEFAULT, notice -> {}));
    assertTrue(check.run().isIntact());
    for (int at = 0; at < bytes.length; at += at < structure ? 1 : 13) {
      byte right = bytes[at];
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      assertFalse(check.run().isIntact(), "a flipped bit at " + at + " was not found");
      bytes[at] = right;
    }
  }

  @Test
  void metadataThatContradictsTheImageIsFoundByDecodingAlone() throws IOException {
    Path lying =
        new TestDataset().lieAboutWidth().shard("a.jpg", "b.jpg").write(folder.resolve("x"));
    assertEquals(ExitCode.OK, CommandRun.of("verify", lying).status());
    CommandRun deep = CommandRun.of("verify", lying, "--deep");
    assertEquals(ExitCode.FOUND, deep.status());
    assertEquals(4, deep.lines().size(), deep.out());
    assertTrue(deep.out().contains("stored 97, computed 96"), deep.out());
  }

  @Test
  void shardThatCannotBeReadDoesNotHideTheDamageOfTheOthers() throws IOException {
    flip(shard.layout().slicePosition(3, 1) + 5);
    // Root may read anything, so something else stands there.
    Files.delete(dataset.resolve("part-00001.pcr"));
    Files.createDirectory(dataset.resolve("part-00001.pcr"));
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.IO, run.status());
    assertTrue(run.out().contains("sample 1 \"rose/2.jpg\", group 3"), run.out());
    assertTrue(
        run.out().contains("1 damage in what was checked; 1 shard was not; checked 3 samples"),
        run.out());
    assertTrue(run.err().startsWith("pcr: part-00001.pcr: not checked to the end: "), run.err());
    CommandRun json = CommandRun.of("verify", dataset, "--json");
    assertTrue(json.out().contains("\"ok\": false"), json.out());
    assertTrue(json.out().contains("\"unchecked\": [\n    {"), json.out());
  }

  @Test
  void runThatWasCommittedAndHasNotEndedIsPartOfTheDataset() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("committed"));
    Manifest manifest;
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      manifest = opened.manifest().orElseThrow();
    }
    Path run = Files.createDirectory(dataset.resolve(".pcr-run"));
    try (Journal journal = Journal.open(run.resolve("journal"), DurableSteps.NONE)) {
      journal.add(new CommitAttempt(manifest.generation(), new UUID(1, 2)));
      assertTrue(CommandRun.of("verify", dataset).out().contains("not part of the dataset yet"));
      journal.add(new CommitAttempt(manifest.generation(), manifest.commitId()));
    }
    CommandRun convert = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.OK, convert.status(), convert.out());
    String committed = ": not ended, but its generation " + manifest.generation() + " is committed";
    assertTrue(convert.out().contains("convert" + committed), convert.out());
    assertFalse(convert.out().contains("not part of the dataset yet"), convert.out());
    Files.createFile(run.resolve("base"));
    CommandRun append = CommandRun.of("verify", dataset);
    assertTrue(append.out().contains("append" + committed), append.out());
  }

  @Test
  void shardsOfAnAppendThatHasNotFinishedAreNoDamage() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("with an append"));
    Path other = new TestDataset().shard("lily/1.jpg").write(folder.resolve("other one"));
    Files.copy(other.resolve("part-00000.pcr"), dataset.resolve("part-00002.pcr"));
    Path run = Files.createDirectory(dataset.resolve(".pcr-run"));
    CommandRun during = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.OK, during.status(), during.out());
    assertTrue(during.out().contains("append: unfinished; "), during.out());
    Files.delete(run);
    CommandRun after = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, after.status(), after.out());
    assertTrue(after.out().contains("part-00002.pcr: a shard that the manifest does not list"));
    assertFalse(after.out().contains("unfinished"), after.out());
  }
}
