package io.pcr.tools.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.manifest.PartFiles;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.FileByteSource;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands advise about datasets that are not whole. */
class DamageAdviceTest {
  private static final int MISSING = 20_000;

  @TempDir private Path folder;

  private CommandRun run(String command, Path dataset) throws IOException {
    List<Object> words = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
    words.add(dataset);
    if (command.equals("append")) {
      words.add(Files.createDirectories(folder.resolve("images")));
    } else if (command.equals("extract") || command.equals("restore")) {
      words.add(folder.resolve("out"));
    }
    return CommandRun.of(words.toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify",
        "inspect",
        "quality",
        "load",
        "extract",
        "restore",
        "index check",
        "index rebuild",
        "append"
      })
  void manifestThatIsNoneAtAllIsAnsweredWithRepair(String command) throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    byte[] garbage = new byte[2000];
    new Random(1).nextBytes(garbage);
    Files.write(dataset.resolve(Manifest.FILE_NAME), garbage);
    CommandRun run = run(command, dataset);
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    assertTrue(run.err().contains("'pcr repair' saves what is intact"), run.err());
  }

  @Test
  void restoreWithoutAManifestIsAnsweredWithRepair() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Manifests.delete(dataset);
    CommandRun run = run("restore", dataset);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("it has 2 shards and no manifest.pcrm; 'pcr repair' makes a"));
  }

  private static ShardFile open(Path shard) throws IOException {
    try (FileByteSource source = FileByteSource.open(shard)) {
      return ShardFile.open(source, Limits.DEFAULT);
    }
  }

  @Test
  void restoreOfAShardThatWasCutSaysWhereAndWhatItCosts() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path shard = dataset.resolve("part-00000.pcr");
    int cut = (int) open(shard).layout().prefixLength(4);
    Files.write(shard, Arrays.copyOf(Files.readAllBytes(shard), cut));
    CommandRun run = run("restore", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(
        "pcr: part-00000.pcr: the shard is cut at byte "
            + Units.count(cut)
            + ": 3 originals are lost; 'pcr repair' saves the rest\n",
        run.err());
  }

  @Test
  void extractOfAShardThatWasCutSaysWhatDegradeWrites() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path shard = dataset.resolve("part-00000.pcr");
    int cut = (int) open(shard).layout().prefixLength(6);
    Files.write(shard, Arrays.copyOf(Files.readAllBytes(shard), cut));
    CommandRun run = run("extract", dataset);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().endsWith("3 failed; --degrade writes them at fidelity 6\n"), run.out());
    CommandRun degraded =
        CommandRun.of("extract", dataset, folder.resolve("degraded"), "--degrade");
    assertEquals(ExitCode.OK, degraded.status(), degraded.err());
    assertTrue(degraded.out().contains("5 files written"), degraded.out());
  }

  @Test
  void extractSaysAtWhichFidelitiesDamagedSamplesAreLeft() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path file = dataset.resolve("part-00000.pcr");
    ShardFile shard = open(file);
    byte[] bytes = Files.readAllBytes(file);
    for (int sample = 0; sample < 3; sample++) {
      // The first sample loses all that it is.
      bytes[(int) shard.layout().slicePosition(1 + 2 * sample, sample) + 2] ^= 4;
    }
    Files.write(file, bytes);
    CommandRun run = run("extract", dataset);
    assertTrue(
        run.out().endsWith("3 failed; --degrade writes 2 of them at fidelity 2 to 4\n"), run.out());
  }

  /** Many shards of which none is there: every command counts all of them, each looked for once. */
  @ParameterizedTest
  @ValueSource(strings = {"verify", "inspect", "extract", "restore"})
  void manyShardsThatAreMissingAreAllCounted(String command) throws IOException {
    CommandRun run = run(command, missing());
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    assertTrue((run.out() + run.err()).contains("0,000"), run.out());
  }

  @Test
  void repairOfManyShardsThatAreMissingListsAllOfThem() throws IOException {
    Path saved = folder.resolve("saved");
    CommandRun run = CommandRun.of("repair", missing(), saved);
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    assertTrue(run.out().contains("lost  60,000 samples"), run.out());
    assertEquals(MISSING, Files.readAllLines(saved.resolve("losses.jsonl")).size());
  }

  private Path missing() throws IOException {
    List<ShardEntry> shards = new ArrayList<>();
    for (int i = 0; i < MISSING; i++) {
      String name = String.format("part-%05d.tfrecord", i);
      UUID identity = new UUID(i, i);
      shards.add(TfRecordShard.entry(name, TfRecordCompressions.NONE, identity, 100, 3, 60));
    }
    Path dataset = Files.createDirectories(folder.resolve("missing"));
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .add(shards)
            .inParts(new PartFiles(dataset, DurableSteps.NONE))
            .build();
    Manifests.write(dataset, manifest);
    return dataset;
  }
}
