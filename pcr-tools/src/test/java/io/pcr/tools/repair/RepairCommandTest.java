package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepairCommandTest {
  private static final String FIRST = "part-00000.pcr";
  private static final String SECOND = "part-00001.pcr";

  @TempDir private Path folder;
  private Path dataset;
  private Path repaired;
  private ShardFile shard;

  @BeforeEach
  void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    repaired = folder.resolve("saved/flowers");
    try (FileByteSource source = FileByteSource.open(dataset.resolve(FIRST))) {
      shard = ShardFile.open(source, Limits.DEFAULT);
    }
  }

  private void flip(String file, long offset) throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(file));
    bytes[(int) offset] ^= 4;
    Files.write(dataset.resolve(file), bytes);
  }

  private Region region(RegionKind kind) {
    return shard.regions().regions().stream().filter(r -> r.kind() == kind).findFirst().get();
  }

  private List<String> losses() throws IOException {
    return Files.readAllLines(repaired.resolve("losses.jsonl"));
  }

  /** Runs the repair, proves that the result is whole, and gives the answer. */
  private CommandRun repair(int status) {
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(status, run.status(), run.out() + run.err());
    assertEquals("", run.err());
    CommandRun verify = CommandRun.of("verify", repaired, "--deep");
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", repaired).status());
    return run;
  }

  @Test
  void wholeDatasetIsCopiedAsItIs() throws IOException {
    CommandRun run = repair(ExitCode.OK);
    assertTrue(run.out().contains("5 samples saved, in 2 shards, 2 of them copied"), run.out());
    assertTrue(run.out().contains("lost  nothing"), run.out());
    for (String file : List.of(FIRST, SECOND, Manifest.FILE_NAME)) {
      assertEquals(-1, Files.mismatch(dataset.resolve(file), repaired.resolve(file)), file);
    }
    assertFalse(Files.exists(repaired.resolve("losses.jsonl")));
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

  private static byte[] jpeg(Path folder, String key) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      var file = dataset.sample(key, Fidelity.FULL).file();
      byte[] bytes = new byte[file.remaining()];
      file.get(bytes);
      return bytes;
    }
  }

  @Test
  void damagedMetadataLosesTheSamplesOfOneShard() throws IOException {
    flip(FIRST, region(RegionKind.METADATA).offset() + 20);
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("2 samples saved, in 1 shard"), run.out());
    assertTrue(run.out().contains("lost  3 samples"), run.out());
  }

  @Test
  void keysOfALostShardAreKnownFromTheIndex() throws IOException {
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
    Files.delete(dataset.resolve(FIRST));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("lost  3 samples; see "), run.out());
    assertEquals(3, losses().size());
    for (int sample = 0; sample < 3; sample++) {
      String key = List.of("rose/1.jpg", "rose/2.jpg", "tulip/1.jpg").get(sample);
      String known = "\"sample\":" + sample + ",\"key\":\"" + key + "\",\"code\":\"MISSING\"";
      assertTrue(losses().get(sample).contains(known), losses().get(sample));
    }
  }

  @Test
  void missingShardIsListedWithItsNumberOfSamples() throws IOException {
    Files.delete(dataset.resolve(FIRST));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("lost  3 samples"), run.out());
    assertEquals(
        List.of(
            "{\"lost\":\"shard\",\"file\":\"part-00000.pcr\",\"samples\":3,\"code\":\"MISSING\","
                + "\"problem\":\"the file is missing\"}"),
        losses());
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

  @Test
  void damagedManifestIsMadeAnewFromTheShards() throws IOException {
    flip(Manifest.FILE_NAME, 60);
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("5 samples saved, in 2 shards, 2 of them copied"), run.out());
    assertTrue(run.out().contains("lost  the manifest"), run.out());
    assertEquals(
        List.of(new ClassName(0, "rose"), new ClassName(1, "tulip")),
        Manifests.read(repaired).classNames());
  }

  @Test
  void missingManifestAndAGapInTheNumbersIsAShardOfWhichNothingIsKnown() throws IOException {
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    Files.delete(dataset.resolve(FIRST));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("2 samples saved"), run.out());
    assertTrue(run.out().contains("shards whose content is unknown"), run.out());
    assertTrue(losses().get(1).startsWith("{\"lost\":\"shard\",\"file\":\"part-00000\","));
    CommandRun again = CommandRun.of("repair", dataset, folder.resolve("other"), "--json");
    assertTrue(again.out().contains("\"more_may_be_lost\": true"), again.out());
  }

  @Test
  void numberedCopyOfAShardDoesNotStandForTheOneThatIsMissing() throws IOException {
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    Files.delete(dataset.resolve(SECOND));
    Files.copy(dataset.resolve(FIRST), dataset.resolve("part-00002.pcr"));
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.FOUND, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("3 samples saved, in 1 shard"), run.out());
    assertTrue(run.out().contains("shards whose content is unknown"), run.out());
  }

  @Test
  void copyOfAShardDoesNotStandForAGapInTheNumbers() throws IOException {
    Files.move(dataset.resolve(SECOND), dataset.resolve("part-00002.pcr"));
    Files.copy(dataset.resolve(FIRST), dataset.resolve("backup.pcr"));
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.FOUND, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("shards whose content is unknown"), run.out());
    assertTrue(losses().get(1).startsWith("{\"lost\":\"shard\",\"file\":\"part-00001\","));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copiesThatAreDamagedInDifferentSamplesMakeAWholeShard(boolean manifest) throws IOException {
    byte[] before = Files.readAllBytes(dataset.resolve(FIRST));
    Files.copy(dataset.resolve(FIRST), dataset.resolve("backup.pcr"));
    flip(FIRST, shard.layout().slicePosition(3, 1) + 2);
    flip("backup.pcr", shard.layout().slicePosition(2, 0) + 2);
    if (!manifest) {
      Files.delete(dataset.resolve(Manifest.FILE_NAME));
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
      Files.delete(dataset.resolve(Manifest.FILE_NAME));
    }
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertTrue(run.out().contains("5 samples saved"), run.out() + run.err());
    assertTrue(run.out().contains("lost  " + (manifest ? "nothing" : "the manifest")), run.out());
    assertArrayEquals(bytes, Files.readAllBytes(repaired.resolve(FIRST)));
  }

  private Manifest manifest() throws IOException {
    try (FileByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /** The manifest as it was when it listed fewer shards. */
  private static byte[] manifest(Manifest now, long generation, int shards) {
    ByteBuffer bytes =
        new Manifest(
                now.datasetUuid(),
                generation,
                now.groupCount(),
                now.targets(),
                now.classNames(),
                List.of(),
                now.options(),
                now.shards().subList(0, shards))
            .encode();
    byte[] file = new byte[bytes.remaining()];
    bytes.get(file);
    return file;
  }

  private void index() {
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
  }

  @Test
  void lastShardThatIsGoneIsKnownFromTheIndexWithoutAManifest() throws IOException {
    index();
    Files.delete(dataset.resolve(SECOND));
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    CommandRun run = CommandRun.of("repair", dataset, repaired, "--json");
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    assertEquals(3, run.number("saved_samples"));
    assertEquals(2, run.number("lost_samples"));
    assertTrue(run.out().contains("\"more_may_be_lost\": false"), run.out());
    assertTrue(losses().get(1).contains("\"key\":\"tulip/2.jpg\""), losses()::toString);
  }

  @Test
  void withoutManifestAndIndexMoreMayAlwaysBeLost() throws IOException {
    Files.delete(dataset.resolve(SECOND));
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("neither manifest nor index lists it any more"), run.out());
    CommandRun json = CommandRun.of("repair", dataset, folder.resolve("again"), "--json");
    assertTrue(json.out().contains("\"more_may_be_lost\": true"), json.out());
  }

  @Test
  void strayShardHidesNoneThatIsGoneAndIsLeftOut() throws IOException {
    index();
    Path other = new TestDataset().shard("a/1.jpg").write(folder.resolve("other"));
    Files.copy(other.resolve(FIRST), dataset.resolve("stray.pcr"));
    Files.delete(dataset.resolve(FIRST));
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("2 samples saved, in 1 shard"), run.out());
    assertTrue(run.out().contains("lost  3 samples"), run.out());
    assertTrue(run.out().contains("left out  1 shard"), run.out());
    assertTrue(run.out().contains("stray.pcr"), run.out());
  }

  @Test
  void indexOfAnotherDatasetIsNoListOfThisOne() throws IOException {
    Path other = new TestDataset().shard("a/1.jpg").write(folder.resolve("other"));
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", other).status());
    for (String file : List.of("index.lmdb", "index.lmdb.sum")) {
      Files.copy(other.resolve(file), dataset.resolve(file));
    }
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    assertTrue(repair(ExitCode.FOUND).out().contains("5 samples saved, in 2 shards"));
  }

  @Test
  void olderManifestOverNewerShardsIsAFindingAndTheyAreSaved() throws IOException {
    Manifest whole = manifest();
    Files.write(dataset.resolve(Manifest.FILE_NAME), manifest(whole, 2, 2));
    index();
    Files.write(dataset.resolve(Manifest.FILE_NAME), manifest(whole, 1, 1));
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains(SECOND + ": a shard that the manifest does not list"));
    assertTrue(verify.out().contains("NEWER_GENERATION"), verify.out());
    byte[] index = Files.readAllBytes(dataset.resolve("index.lmdb"));
    CommandRun rebuild = CommandRun.of("index", "rebuild", dataset);
    assertEquals(ExitCode.USAGE, rebuild.status(), rebuild.err());
    assertArrayEquals(index, Files.readAllBytes(dataset.resolve("index.lmdb")));
    for (String command : List.of("restore", "extract")) {
      CommandRun run = CommandRun.of(command, dataset, folder.resolve(command));
      assertTrue(run.err().contains(SECOND + " is a shard that the manifest does not"), run.err());
    }
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.OK, run.status(), run.out());
    assertTrue(run.out().contains("5 samples saved, in 2 shards"), run.out());
    assertTrue(run.err().contains("that only the index lists are used too"), run.err());
  }

  @Test
  void shardThatNoManifestAndNoIndexListsIsLeftOutAndSaid() throws IOException {
    Files.write(dataset.resolve(Manifest.FILE_NAME), manifest(manifest(), 1, 1));
    Files.copy(dataset.resolve(FIRST), dataset.resolve("copy.pcr"));
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertFalse(verify.out().contains("copy.pcr"), "a copy of a shard that is listed");
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("3 samples saved, in 1 shard"), run.out());
    assertTrue(run.out().contains("left out  1 shard"), run.out());
    assertTrue(losses().get(0).contains("\"code\":\"UNLISTED\""), losses()::toString);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copyOfTheManifestInAnUnfinishedAppendIsUsed(boolean isOurs) throws IOException {
    Path other = new TestDataset().shard("a/1.jpg").write(folder.resolve("other"));
    Path run = Files.createDirectory(dataset.resolve(".pcr-run"));
    Files.writeString(run.resolve("options"), "options");
    Files.copy((isOurs ? dataset : other).resolve(Manifest.FILE_NAME), run.resolve("base"));
    flip(Manifest.FILE_NAME, 60);
    CommandRun saved = CommandRun.of("repair", dataset, repaired);
    assertEquals(isOurs ? ExitCode.OK : ExitCode.FOUND, saved.status(), saved.err());
    assertEquals(isOurs, saved.err().contains(".pcr-run/base, is used"), saved.err());
    assertTrue(saved.out().contains("5 samples saved, in 2 shards"), saved.out());
  }

  @Test
  void damagedIndexIsBuiltAnewAndNothingIsLost() throws IOException {
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
    flip("index.lmdb", 5000);
    repair(ExitCode.OK);
  }

  @Test
  void shardOfAnotherDatasetInPlaceOfOneIsNotTakenForIt() throws IOException {
    Path other =
        new TestDataset().shard("a/1.jpg", "a/2.jpg", "a/3.jpg").write(folder.resolve("other"));
    Files.copy(other.resolve(FIRST), dataset.resolve(FIRST), StandardCopyOption.REPLACE_EXISTING);
    CommandRun run = repair(ExitCode.FOUND);
    assertTrue(run.out().contains("2 samples saved"), run.out());
    assertTrue(run.out().contains("lost  3 samples"), run.out());
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
    assertTrue(losses().get(0).contains("\"key\":\"rose/1.jpg\",\"code\":\"DUPLICATE\""));
  }

  @Test
  void shardByItselfIsADatasetAfterwards() throws IOException {
    CommandRun run = CommandRun.of("repair", dataset.resolve(SECOND), repaired);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("2 samples saved, in 1 shard, 1 of them copied"), run.out());
    assertEquals(ExitCode.OK, CommandRun.of("verify", repaired).status());
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
