package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepairShardsTest extends RepairFixture {
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
    Manifests.delete(dataset);
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
    Manifests.delete(dataset);
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
    Manifests.delete(dataset);
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.FOUND, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("shards whose content is unknown"), run.out());
    assertTrue(losses().get(1).startsWith("{\"lost\":\"shard\",\"file\":\"part-00001\","));
  }

  @Test
  void lastShardThatIsGoneIsKnownFromTheIndexWithoutAManifest() throws IOException {
    index();
    Files.delete(dataset.resolve(SECOND));
    Manifests.delete(dataset);
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
    Manifests.delete(dataset);
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
    Manifests.delete(dataset);
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
    Manifests.delete(dataset);
    assertTrue(repair(ExitCode.FOUND).out().contains("5 samples saved, in 2 shards"));
  }

  @Test
  void olderManifestOverNewerShardsIsAFindingAndTheyAreSaved() throws IOException {
    Manifest whole = manifest();
    Files.write(dataset.resolve(Manifest.FILE_NAME), manifest(whole, 2, 2));
    index();
    Manifests.delete(dataset);
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
  void shardByItselfIsADatasetAfterwards() throws IOException {
    CommandRun run = CommandRun.of("repair", dataset.resolve(SECOND), repaired);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("2 samples saved, in 1 shard, 1 of them copied"), run.out());
    assertEquals(ExitCode.OK, CommandRun.of("verify", repaired).status());
  }
}
