package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Indexes that say what is not so, in front of {@code verify} and {@code repair}: 5 samples, 2
 * shards, all intact. Whatever an index says, all of them are saved.
 */
class HostileIndexTest {
  private static final int SAMPLES = 5;
  private static final UUID NO_SHARD = new UUID(3, 4);

  /** What the index says. */
  private enum Lie {
    MORE_SAMPLES,
    FEWER_SAMPLES,
    OTHER_KEYS,
    EQUAL_KEYS_IN_BOTH_SHARDS,
    SHARDS_THAT_ARE_NOWHERE,
    NAMES_EXCHANGED,
    NAMES_OUT_OF_THE_FOLDER,
    NO_SHARD_AT_ALL
  }

  @TempDir private Path folder;
  private Path dataset;
  private Manifest manifest;
  private Map<String, ByteBuffer> before;

  @BeforeEach
  void make() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    Path given = folder.resolve("given");
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, given).status());
    before = FileTree.files(given);
    assertEquals(SAMPLES, before.size());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      manifest = opened.manifest().orElseThrow();
    }
  }

  private record Shard(ShardTable.Entry entry, List<String> keys) implements ShardKeys {
    @Override
    public void forEachSample(SampleConsumer consumer) throws IOException {
      for (String key : keys) {
        consumer.sample(key.getBytes(StandardCharsets.UTF_8), OptionalLong.empty());
      }
    }
  }

  private record Source(IndexIdentity identity, List<ShardKeys> shards) implements IndexSource {}

  private static Shard shard(String name, UUID uuid, String prefix, int samples) {
    List<String> keys = IntStream.range(0, samples).mapToObj(i -> prefix + i + ".jpg").toList();
    return new Shard(new ShardTable.Entry(name, uuid, samples), keys);
  }

  private List<ShardKeys> shards(Lie lie) {
    ShardEntry first = manifest.shards().get(0);
    ShardEntry second = manifest.shards().get(1);
    UUID one = first.shardUuid();
    UUID two = second.shardUuid();
    return switch (lie) {
      case MORE_SAMPLES ->
          List.of(shard(first.name(), one, "a", 3000), shard(second.name(), two, "b", 2));
      case FEWER_SAMPLES ->
          List.of(shard(first.name(), one, "a", 1), shard(second.name(), two, "b", 0));
      case OTHER_KEYS ->
          List.of(shard(first.name(), one, "a", 3), shard(second.name(), two, "b", 2));
      case EQUAL_KEYS_IN_BOTH_SHARDS ->
          List.of(
              new Shard(
                  new ShardTable.Entry(first.name(), one, 3),
                  List.of("tulip/2.jpg", "tulip/3.jpg", "x")),
              shard(second.name(), two, "b", 2));
      case SHARDS_THAT_ARE_NOWHERE ->
          List.of(
              shard(first.name(), one, "a", 3),
              shard(second.name(), two, "b", 2),
              shard("part-00007.pcr", NO_SHARD, "c", 1000));
      case NAMES_EXCHANGED ->
          List.of(shard(first.name(), two, "a", 3), shard(second.name(), one, "b", 2));
      case NAMES_OUT_OF_THE_FOLDER ->
          List.of(shard("../" + first.name(), one, "a", 3), shard("/tmp/x.pcr", two, "b", 2));
      case NO_SHARD_AT_ALL -> List.of();
    };
  }

  private void forge(Lie lie, long generation) throws IOException {
    IndexIdentity identity = new IndexIdentity(manifest.datasetUuid(), generation);
    IndexDirectory.rebuild(dataset, new Source(identity, shards(lie)));
  }

  /** All commands come to an end with an answer, and everything is saved. */
  private void assertEverythingIsSaved(String name) throws IOException {
    CommandRun verify = CommandRun.of("verify", dataset);
    assertFalse(verify.err().contains("unexpected"), verify.err());
    Path saved = folder.resolve("saved " + name);
    CommandRun repair = CommandRun.of("repair", dataset, saved);
    assertTrue(
        repair.status() == ExitCode.OK || repair.status() == ExitCode.FOUND,
        repair.out() + repair.err());
    assertTrue(repair.out().contains(SAMPLES + " samples saved"), repair.out() + repair.err());
    Path out = folder.resolve("out " + name);
    assertEquals(ExitCode.OK, CommandRun.of("extract", saved, out).status());
    assertEquals(before, FileTree.files(out));
    assertEquals(ExitCode.OK, CommandRun.of("verify", saved).status());
    FileTree.delete(saved);
    FileTree.delete(out);
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  void ofThisGeneration(Lie lie) throws IOException {
    forge(lie, manifest.generation());
    assertEverythingIsSaved("with the manifest");
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    Manifests.delete(dataset);
    assertEverythingIsSaved("without");
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  void ofALaterGeneration(Lie lie) throws IOException {
    forge(lie, manifest.generation() + 1);
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains("checked " + SAMPLES + " samples"), verify.out());
    CommandRun check = CommandRun.of("index", "check", dataset);
    assertEquals(ExitCode.FOUND, check.status(), check.out());
    assertTrue(check.out().contains("'pcr repair'"), check.out());
    assertFalse(check.out().contains("index rebuild"), check.out());
    assertEverythingIsSaved("with the manifest");
    Manifests.delete(dataset);
    assertEverythingIsSaved("without");
  }

  @Test
  void ofAnotherDataset() throws IOException {
    Path other = new TestDataset().shard("lily/1.jpg").write(folder.resolve("other"));
    try (PcrDataset opened = PcrDataset.open(other)) {
      opened.prepareIndex(); // The command would give it a generation, too.
    }
    for (String name : List.of(IndexDirectory.FILE_NAME, IndexDirectory.SIDECAR_NAME)) {
      Files.copy(other.resolve(name), dataset.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    assertTrue(verify.out().contains("index: stale"), verify.out());
    assertEverythingIsSaved("with the manifest");
    Manifests.delete(dataset);
    assertEverythingIsSaved("without");
  }

  @Test
  void withFlippedBytes() throws IOException {
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
    Manifests.delete(dataset);
    for (String name : List.of(IndexDirectory.FILE_NAME, IndexDirectory.SIDECAR_NAME)) {
      Path file = dataset.resolve(name);
      byte[] bytes = Files.readAllBytes(file);
      for (int part = 0; part < 8; part++) {
        byte[] flipped = bytes.clone();
        flipped[bytes.length * part / 8] ^= 4;
        Files.write(file, flipped);
        assertEverythingIsSaved(name + part);
      }
      Files.write(file, bytes);
    }
  }
}
