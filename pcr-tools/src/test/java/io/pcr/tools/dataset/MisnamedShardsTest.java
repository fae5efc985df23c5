package io.pcr.tools.dataset;

import static io.pcr.tools.dataset.Flowers.lines;
import static io.pcr.tools.dataset.Flowers.shard;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.check.Damage;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Shards whose files have other names than the manifest says: 13 samples, 4 shards of at most 4.
 * All commands find them, tell the same of them, and give everything back.
 */
class MisnamedShardsTest {
  private static final int SAMPLES = 13;

  /** What somebody did to the files, and how many shards then stand under other names. */
  private enum Deed {
    SWAPPED(2, "0>x 1>0 x>1"),
    ROTATED(4, "0>x 1>0 2>1 3>2 x>3"),
    RENAMED(1, "1>roses"),
    RENAMED_AND_THE_NEXT_IN_ITS_PLACE(2, "1>roses 2>1");

    private final int misnamed;
    private final String moves;

    Deed(int misnamed, String moves) {
      this.misnamed = misnamed;
      this.moves = moves;
    }
  }

  @TempDir private Path folder;
  private Path images;

  @BeforeEach
  void makeImages() throws IOException {
    images = Flowers.images(folder, SAMPLES);
  }

  private Path dataset(String variant) {
    Path dataset = folder.resolve("dataset-" + variant);
    return Flowers.convert(images, dataset, "--shard-samples=4", "--variant=" + variant);
  }

  private static void move(Path dataset, String moves) throws IOException {
    for (String move : moves.split(" ", -1)) {
      int at = move.indexOf('>');
      Path target = shard(dataset, move.substring(at + 1));
      Files.move(shard(dataset, move.substring(0, at)), target);
    }
  }

  /** What every command says and gives of a dataset of which nothing is lost. */
  private void assertEverythingIsGiven(Path dataset, int misnamed) throws IOException {
    Path back = folder.resolve("back");
    CommandRun restore = CommandRun.of("restore", dataset, back);
    assertEquals(ExitCode.OK, restore.status(), restore.err());
    assertEquals(FileTree.files(images), FileTree.files(back));
    assertEquals(misnamed, lines(restore.err(), " was found as "), restore.err());

    CommandRun extract = CommandRun.of("extract", dataset, folder.resolve("out"));
    assertEquals(ExitCode.OK, extract.status(), extract.err());
    assertTrue(extract.out().contains(SAMPLES + " files written"), extract.out());
    assertEquals(misnamed, lines(extract.err(), " was found as "), extract.err());

    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertEquals(misnamed, lines(verify.out(), " was found as "), verify.out());
    assertTrue(verify.out().contains(": no damage, " + misnamed + " shard"), verify.out());
    CommandRun json = CommandRun.of("verify", dataset, "--json");
    assertEquals(misnamed, lines(json.out(), "\"file\": "), json.out());
    assertTrue(json.out().contains("\"ok\": false"), json.out());

    CommandRun inspect = CommandRun.of("inspect", dataset);
    assertEquals(ExitCode.OK, inspect.status(), inspect.err());
    assertEquals(misnamed, lines(inspect.err(), " was found as "), inspect.err());
    assertEquals(misnamed, inspect.err().lines().count(), inspect.err());

    CommandRun index = CommandRun.of("index", "rebuild", dataset);
    assertEquals(ExitCode.OK, index.status(), index.err());
    assertEquals(misnamed, lines(index.err(), " was found as "), index.err());

    Path saved = folder.resolve("saved");
    CommandRun repair = CommandRun.of("repair", dataset, saved);
    assertEquals(ExitCode.OK, repair.status(), repair.out() + repair.err());
    assertTrue(repair.out().contains(SAMPLES + " samples saved, in 4 shards, 4 of"), repair.out());
    assertEquals(misnamed, lines(repair.err(), " was found as "), repair.err());
    assertEquals(ExitCode.OK, CommandRun.of("verify", saved).status());
    for (Path file : List.of(shard(saved, "0"), shard(saved, "1"))) {
      assertTrue(Files.exists(file), file + " has its name again");
    }
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void everyCommandGivesEverything(Deed deed) throws IOException {
    Path dataset = dataset("pcr");
    move(dataset, deed.moves);
    assertEverythingIsGiven(dataset, deed.misnamed);
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void everyCommandGivesEverythingOfTfRecordsToo(Deed deed) throws IOException {
    Path dataset = dataset("tfrecord");
    move(dataset, deed.moves);
    assertEverythingIsGiven(dataset, deed.misnamed);
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void withoutAManifestEverythingIsSavedToo(Deed deed) throws IOException {
    Path dataset = dataset("pcr");
    move(dataset, deed.moves);
    Manifests.delete(dataset);
    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("saved"));
    assertTrue(repair.out().contains(SAMPLES + " samples saved"), repair.out() + repair.err());
    assertTrue(repair.out().contains("lost  the manifest (class names are those in the keys);"));
  }

  @Test
  void shardThatLostItsExtensionWithTheManifestIsSaved() throws IOException {
    Path dataset = dataset("pcr");
    Files.move(shard(dataset, "1"), dataset.resolve("part-00001.pcr.bak"));
    Manifests.delete(dataset);
    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("saved"));
    assertTrue(repair.out().contains(SAMPLES + " samples saved"), repair.out() + repair.err());
  }

  @Test
  void shardOfAnotherDatasetIsNeverGivenAsThisOnes() throws IOException {
    Path dataset = dataset("pcr");
    Path other = TestDataset.small(folder.resolve("other"));
    Path own = shard(dataset, "1");
    Files.move(own, dataset.resolve("kept.pcr"));
    Files.copy(other.resolve("part-00000.pcr"), own);
    assertEverythingIsGiven(dataset, 1);
    Files.delete(dataset.resolve("kept.pcr"));
    Path back = folder.resolve("less");
    CommandRun restore = CommandRun.of("restore", dataset, back);
    assertEquals(ExitCode.FOUND, restore.status(), restore.out());
    assertTrue(restore.err().contains("part-00001.pcr: its file is another shard"), restore.err());
    assertTrue(FileTree.files(images).entrySet().containsAll(FileTree.files(back).entrySet()));
    assertEquals(SAMPLES - 4, FileTree.files(back).size());
  }

  @Test
  void twoTfRecordShardsOfOneLengthThatWereSwappedAreToldApart() throws IOException {
    Path alike = folder.resolve("alike");
    Files.createDirectories(alike.resolve("rose"));
    for (int i = 0; i < 8; i++) {
      Files.copy(images.resolve("rose/0.jpg"), alike.resolve("rose/" + i + ".jpg"));
    }
    images = alike;
    Path dataset = dataset("tfrecord");
    assertEquals(Files.size(shard(dataset, "0")), Files.size(shard(dataset, "1")));
    move(dataset, Deed.SWAPPED.moves);
    assertFilesAreGiven(dataset, 8, 2);
    CommandRun verify = CommandRun.of("verify", dataset);
    assertTrue(verify.out().contains(": no damage, 2 shards under other names"), verify.out());
    CommandRun tar = CommandRun.of("extract", dataset, folder.resolve("out.tar"), "--to=tar");
    assertEquals(ExitCode.OK, tar.status(), tar.err());
    assertTrue(tar.out().contains("8 samples written"), tar.out());
  }

  @Test
  void damagedTfRecordShardIsReadFromACopyThatIsWholeAndSaidToBeDamaged() throws IOException {
    Path dataset = dataset("tfrecord");
    Path own = shard(dataset, "1");
    Path copy = shard(dataset, "copy");
    Files.copy(own, copy);
    byte[] bytes = Files.readAllBytes(own);
    bytes[bytes.length / 2] ^= 4;
    Files.write(own, bytes);
    assertFilesAreGiven(dataset, SAMPLES, 1);
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains(": 1 damage, 1 shard under"), verify.out());
    assertEquals(1, lines(verify.out(), "; an intact copy is " + copy.getFileName()), verify.out());
  }

  /** What is written into a folder, by each command that does so. */
  private void assertFilesAreGiven(Path dataset, int samples, int misnamed) throws IOException {
    Path back = folder.resolve("back");
    CommandRun restore = CommandRun.of("restore", dataset, back);
    assertEquals(ExitCode.OK, restore.status(), restore.err());
    assertTrue(restore.out().contains(samples + " files written"), restore.out());
    assertFalse(restore.out().contains("already"), restore.out());
    assertEquals(FileTree.files(images), FileTree.files(back));
    assertEquals(misnamed, lines(restore.err(), " was found as "), restore.err());
    Path out = folder.resolve("out");
    CommandRun extract = CommandRun.of("extract", dataset, out);
    assertEquals(ExitCode.OK, extract.status(), extract.err());
    assertTrue(extract.out().contains(samples + " files written"), extract.out());
    assertEquals(FileTree.files(images).keySet(), FileTree.files(out).keySet());
    assertEquals(misnamed, lines(extract.err(), " was found as "), extract.err());
  }

  @ParameterizedTest
  @CsvSource({"pcr", "tfrecord"})
  void samplesAreFoundByTheirKeys(String variant) throws IOException {
    Path dataset = dataset(variant);
    move(dataset, Deed.SWAPPED.moves);
    List<String> notices = new ArrayList<>();
    try (PcrDataset opened =
        Datasets.open(
            Datasets.find(dataset.toString(), notices::add), OnDamage.FAIL, notices::add)) {
      for (String key : FileTree.files(images).keySet()) {
        assertEquals(key, opened.sample(key, Fidelity.FULL).key());
      }
      assertEquals(2, opened.found().size(), opened.found()::toString);
    }
    assertEquals(2, notices.stream().filter(n -> n.contains(" was found as ")).count());
  }

  @Test
  void tfRecordShardThatIsGoneAgainWhenItIsVerifiedIsMissing() throws IOException {
    Path dataset = dataset("tfrecord");
    Path kept = dataset.resolve("kept.bak");
    Files.move(shard(dataset, "1"), kept);
    DatasetFiles files = Datasets.find(dataset.toString());
    assertTrue(files.searchByContent("part-00001.tfrecord"));
    Files.delete(kept);
    List<Damage> damages = new ArrayList<>();
    DatasetCheck.of(files).onDamage(damages::add).run();
    assertEquals(1, damages.size(), damages::toString);
    assertEquals("the file is missing", damages.get(0).problem());
  }

  @ParameterizedTest
  @CsvSource({"pcr", "tfrecord"})
  void appendAddsToADatasetOfSwappedShards(String variant) throws IOException {
    Path dataset = dataset(variant);
    move(dataset, Deed.SWAPPED.moves);
    Files.deleteIfExists(dataset.resolve("index.lmdb"));
    Path more = folder.resolve("more");
    Files.createDirectories(more.resolve("lily"));
    Files.copy(images.resolve("rose/0.jpg"), more.resolve("lily/1.jpg"));
    CommandRun run = CommandRun.of("append", dataset, more, "--variant=" + variant);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals(2, lines(run.err(), " was found as "), run.err());
    CommandRun verify = CommandRun.of("verify", dataset);
    assertTrue(verify.out().contains("no damage, 2 shards under other names"), verify.out());
    assertTrue(verify.out().contains((SAMPLES + 1) + " samples"), verify.out());
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", dataset).status());
  }

  @ParameterizedTest
  @CsvSource({"pcr", "tfrecord"})
  void appendNeverTakesTheNameOfAShardThatWasMovedThere(String variant) throws IOException {
    Path dataset = dataset(variant);
    Path moved = shard(dataset, "7");
    Files.move(shard(dataset, "1"), moved);
    byte[] before = Files.readAllBytes(moved);
    CommandRun run = CommandRun.of("append", dataset, images);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.err().contains(moved + " is not a shard that this run wrote"), run.err());
    assertEquals(ByteBuffer.wrap(before), ByteBuffer.wrap(Files.readAllBytes(moved)));
  }
}
