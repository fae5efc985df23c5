package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.manifest.Manifest;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepairCommandTest extends RepairFixture {
  @Test
  void wholeDatasetIsCopiedAsItIs() throws IOException {
    CommandRun run = repair(ExitCode.OK);
    assertTrue(run.out().contains("5 samples saved, in 2 shards, 2 of them copied"), run.out());
    assertTrue(run.out().contains("lost  nothing"), run.out());
    for (String file : List.of(FIRST, SECOND)) {
      assertEquals(-1, Files.mismatch(dataset.resolve(file), repaired.resolve(file)), file);
    }
    assertFalse(Files.exists(repaired.resolve("losses.jsonl")));
    Manifest before = manifest();
    Manifest after = Manifests.read(repaired);
    assertEquals(before.datasetUuid(), after.datasetUuid());
    assertEquals(before.shards(), after.shards());
    assertEquals(before.classNames(), after.classNames());
    assertEquals(before.columns(), after.columns());
    assertEquals(before.options(), after.options());
    assertEquals(before.targets(), after.targets());
    assertEquals(before.quality(), after.quality());
  }

  private boolean isOfFormat(String file) {
    return file.endsWith(".pcr") || file.endsWith(".pcrm") || file.endsWith(".pcrk");
  }

  /** What is repaired has an index of keys, which the damaged dataset may not have had. */
  @Test
  void wholeDatasetThatARepairWroteIsTheSameFilesAgain() throws IOException {
    repair(ExitCode.OK);
    Path again = folder.resolve("again");
    assertEquals(ExitCode.OK, CommandRun.of("repair", repaired, again).status());
    List<String> files;
    try (Stream<Path> there = Files.list(repaired)) {
      files = there.map(file -> file.getFileName().toString()).filter(this::isOfFormat).toList();
    }
    assertTrue(files.stream().anyMatch(name -> name.endsWith(".pcrk")), files::toString);
    assertTrue(files.contains(Manifest.FILE_NAME), files::toString);
    for (String file : files) {
      assertEquals(-1, Files.mismatch(repaired.resolve(file), again.resolve(file)), file);
    }
  }

  @Test
  void sampleWithADamagedSliceIsLostAndTheOthersAreTheSameBytes() throws IOException {
    flip(FIRST, shard.layout().slicePosition(3, 1) + 2);
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("4 samples saved, in 2 shards, 1 of them copied"), run.out());
    assertTrue(run.out().contains("lost  1 sample; see "), run.out());
    assertEquals(1, losses().size());
    String loss = losses().get(0);
    assertTrue(
        loss.startsWith(
            "{\"lost\":\"sample\",\"file\":\"part-00000.pcr\",\"sample\":1,"
                + "\"key\":\"rose/2.jpg\",\"code\":\"CHECKSUM_MISMATCH\""),
        loss);
    assertTrue(loss.endsWith("\"readable_fidelity\":2}"), loss);
    for (String key : List.of("rose/1.jpg", "tulip/1.jpg", "tulip/2.jpg", "tulip/3.jpg")) {
      assertArrayEquals(jpeg(dataset, key), jpeg(repaired, key), key);
    }
    Path originals = folder.resolve("originals");
    assertEquals(ExitCode.OK, CommandRun.of("restore", repaired, originals).status());
    assertEquals(-1, Files.mismatch(dataset.resolve(SECOND), repaired.resolve(SECOND)));
  }

  @Test
  void damagedMetadataLosesTheSamplesOfOneShard() throws IOException {
    flip(FIRST, region(RegionKind.METADATA).offset() + 20);
    flip(FIRST, shard.regions().end() + region(RegionKind.METADATA).offset() + 20);
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("2 samples saved, in 1 shard"), run.out());
    assertTrue(run.out().contains("lost  3 samples"), run.out());
  }

  @Test
  void shardTruncatedInItsLastGroupKeepsTheSamplesBeforeTheCut() throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(FIRST));
    long cut = shard.layout().slicePosition(8, 1) + 1;
    Files.write(dataset.resolve(FIRST), Arrays.copyOf(bytes, (int) cut));
    CommandRun run = repair(ExitCode.FOUND);
    // The caption of the first is behind the groups, and so is what its original is made of.
    assertTrue(run.out().contains("2 samples saved, in 1 shard"), run.out());
    assertEquals(3, losses().size());
    assertTrue(losses().get(0).endsWith("\"readable_fidelity\":8}"), losses().get(0));
    assertTrue(losses().get(1).endsWith("\"readable_fidelity\":7}"), losses().get(1));
  }

  @Test
  void shardCutInItsRestoreDataLosesOriginalsOnly() throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(FIRST));
    long cut = region(RegionKind.RESTORE).offset() + 3;
    Files.write(dataset.resolve(FIRST), Arrays.copyOf(bytes, (int) cut));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("5 samples saved"), run.out());
    assertTrue(run.out().contains("lost  3 originals"), run.out());
    assertTrue(losses().get(2).startsWith("{\"lost\":\"original\""), losses().get(2));
    CommandRun restore = CommandRun.of("restore", repaired, folder.resolve("originals"));
    assertEquals(ExitCode.FOUND, restore.status());
    assertTrue(restore.err().contains("rose/1.jpg: its original was not kept"), restore.err());
  }

  @Test
  void damagedTrailerLosesNothing() throws IOException {
    flip(FIRST, Files.size(dataset.resolve(FIRST)) - 1);
    assertTrue(repair(ExitCode.OK).out().contains("lost  nothing"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copiesThatAreDamagedInDifferentSamplesMakeAWholeShard(boolean manifest) throws IOException {
    byte[] before = Files.readAllBytes(dataset.resolve(FIRST));
    Files.copy(dataset.resolve(FIRST), dataset.resolve("backup.pcr"));
    flip(FIRST, shard.layout().slicePosition(3, 1) + 2);
    flip("backup.pcr", shard.layout().slicePosition(2, 0) + 2);
    if (!manifest) {
      Manifests.delete(dataset);
    }
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(manifest ? ExitCode.OK : ExitCode.FOUND, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("5 samples saved, in 2 shards"), run.out());
    assertTrue(run.out().contains(manifest ? "lost  nothing" : "lost  the manifest"), run.out());
    assertTrue(run.err().endsWith("they are used\n"), run.err());
    assertArrayEquals(before, Files.readAllBytes(repaired.resolve(FIRST)));
    assertEquals(ExitCode.OK, CommandRun.of("verify", repaired, "--deep").status());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void originalThatIsWholeInACopyIsGivenToTheSampleThatLostIt(boolean manifest) throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(FIRST));
    flip(FIRST, shard.layout().slicePosition(3, 1) + 2);
    flip(FIRST, shard.layout().slicePosition(3, 2) + 2);
    long cut = region(RegionKind.RESTORE).offset() + 3;
    Path copy = dataset.resolve("backup.pcr");
    Files.write(copy, Arrays.copyOf(bytes, (int) cut));
    if (!manifest) {
      Manifests.delete(dataset);
    }
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertTrue(run.out().contains("5 samples saved"), run.out() + run.err());
    assertTrue(run.out().contains("lost  " + (manifest ? "nothing" : "the manifest")), run.out());
    assertArrayEquals(bytes, Files.readAllBytes(repaired.resolve(FIRST)));
  }

  @Test
  void keyThatTwoShardsHaveStaysInTheFirst() throws IOException {
    dataset =
        new TestDataset()
            .shard("rose/1.jpg", "rose/2.jpg")
            .shard("rose/3.jpg", "rose/1.jpg")
            .write(folder.resolve("twice"));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("3 samples saved"), run.out());
    assertTrue(losses().get(0).contains("\"key\":\"rose/1.jpg\",\"code\":\"MALFORMED\""));
  }

  @Test
  void rejectsOfTheConversionAreTakenAlong() throws IOException {
    Files.writeString(dataset.resolve("rejects.jsonl"), "{\"path\":\"x\"}\n");
    repair(ExitCode.OK);
    assertEquals(
        -1, Files.mismatch(dataset.resolve("rejects.jsonl"), repaired.resolve("rejects.jsonl")));
  }

  @Test
  void folderThatHoldsSomethingIsLeftAlone() throws IOException {
    Files.createDirectories(repaired);
    Files.writeString(repaired.resolve("mine.txt"), "mine");
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().endsWith("is not empty; name a new folder\n"), run.err());
    CommandRun inside = CommandRun.of("repair", dataset, dataset.resolve("new"));
    assertEquals(ExitCode.USAGE, inside.status());
    assertFalse(Files.exists(dataset.resolve("new")));
    try (var files = Files.list(repaired.getParent())) {
      assertEquals(List.of(repaired), files.toList());
    }
  }

  @Test
  void newerFormatIsNotTakenForDamage() throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(FIRST));
    bytes[8] = 9;
    bytes[(int) shard.regions().end() + 8] = 9;
    Files.write(dataset.resolve(FIRST), bytes);
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    // Without its checksum in order nobody knows that it is newer: it is damaged.
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    assertTrue(Files.exists(repaired.resolve("losses.jsonl")));
  }

  @Test
  void whatIsNoDatasetIsSaidInOneLine() {
    CommandRun run = CommandRun.of("repair", folder, repaired);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("it has neither manifest nor shards"), run.err());
    assertEquals(ExitCode.IO, CommandRun.of("repair", folder.resolve("none"), repaired).status());
  }

  @Test
  void whatAKilledRepairLeftIsRemovedWithAWord() throws IOException {
    Path left = Files.createDirectories(folder.resolve("saved/.flowers.pcr-repair/.index.tmp"));
    Files.writeString(left.resolve("index.lmdb"), "half");
    Files.writeString(left.resolveSibling("part-00000.pcr"), "an eighth");
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals(
        "pcr: " + left.getParent() + ": removed what an unfinished repair had left, 13 B\n",
        run.err());
    try (var files = Files.list(repaired.getParent())) {
      assertEquals(List.of(repaired), files.toList());
    }
    try (var files = Files.list(repaired)) {
      assertFalse(files.anyMatch(DatasetLock::isLock));
    }
    assertEquals(ExitCode.OK, CommandRun.of("verify", repaired).status());
  }
}
