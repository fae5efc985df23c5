package io.pcr.tools.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnType;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.original.Originals;
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
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Intact shards under a manifest that says something else of them. What nothing proves, no command
 * gives out.
 */
class NotAsListedTest {
  @TempDir private Path folder;
  private Path dataset;
  private Manifest manifest;

  @BeforeEach
  void make() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    manifest = Manifests.read(dataset);
  }

  private void publish(
      Optional<GroupTargets> targets, List<DatasetColumn> columns, List<ShardEntry> shards)
      throws IOException {
    Manifests.write(
        dataset,
        Manifest.builder(manifest.datasetUuid())
            .groups(manifest.groupCount(), targets)
            .classNames(manifest.classNames())
            .columns(columns)
            .add(shards)
            .build());
  }

  private void assertNothingIsGivenOut(String field) throws IOException {
    assertFoundByVerify(field);
    Path out = folder.resolve("out");
    CommandRun extract = CommandRun.of("extract", dataset, out);
    assertEquals(ExitCode.FOUND, extract.status(), extract.err());
    assertTrue(extract.err().contains(field), extract.err());
    assertEquals(Map.of(), images(out));
    assertNoOriginal(field);
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertCode(() -> opened.sample("rose/1.jpg", Fidelity.group(1)));
    }
  }

  private void assertFoundByVerify(String field) {
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains(field), verify.out());
  }

  private void assertNoOriginal(String field) throws IOException {
    Path originals = folder.resolve("originals");
    CommandRun restore = CommandRun.of("restore", dataset, originals);
    assertEquals(ExitCode.FOUND, restore.status(), restore.err());
    assertTrue(restore.err().contains(field), restore.err());
    assertEquals(Map.of(), images(originals));
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertCode(() -> Originals.of(opened).get("rose/1.jpg"));
    }
  }

  private static Map<String, ByteBuffer> images(Path out) throws IOException {
    return Files.exists(out) ? FileTree.files(out) : Map.of();
  }

  private interface Reading {
    Object run() throws IOException;
  }

  private static void assertCode(Reading reading) {
    PcrException e = assertThrows(PcrException.class, reading::run);
    assertEquals(ErrorCode.NOT_AS_LISTED, e.code(), e.getMessage());
  }

  // Covers R-MANIFEST-6
  @Test
  void targetsAreThoseOfTheManifest() throws IOException {
    List<Integer> values = new ArrayList<>();
    for (int group = 1; group < manifest.groupCount(); group++) {
      values.add(900_000 + group);
    }
    GroupTargets others =
        new GroupTargets(QualityMeasure.MS_SSIM, GroupTargets.Way.QUALITY, values);
    publish(Optional.of(others), manifest.columns(), manifest.shards());
    assertNothingIsGivenOut("ShardMetadata.targets");
  }

  // Covers R-MANIFEST-6
  @Test
  void columnsAreAmongThoseOfTheManifest() throws IOException {
    publish(manifest.targets(), List.of(), manifest.shards());
    assertNothingIsGivenOut("ShardMetadata.columns");
  }

  // Covers R-MANIFEST-6
  @Test
  void columnsHaveTheTypeAndShapeThatTheManifestStates() throws IOException {
    String name = manifest.columns().get(0).name();
    DatasetColumn other = new DatasetColumn(name, ColumnType.STRING, ColumnShape.VARYING, 0);
    assertFalse(manifest.columns().contains(other));
    publish(manifest.targets(), List.of(other), manifest.shards());
    assertNothingIsGivenOut("ShardMetadata.columns");
  }

  @Test
  void manifestMayStateColumnsThatAShardHasNot() throws IOException {
    List<DatasetColumn> more = new ArrayList<>(manifest.columns());
    more.add(new DatasetColumn("more", ColumnType.INT64, ColumnShape.SCALAR, 0));
    publish(manifest.targets(), more, manifest.shards());
    CommandRun verify = CommandRun.of("verify", dataset, "--deep");
    assertEquals(ExitCode.OK, verify.status(), verify.out());
  }

  // Covers R-MANIFEST-6
  @Test
  void restoreDirectoryIsAsLongAsTheManifestStates() throws IOException {
    publish(
        manifest.targets(),
        manifest.columns(),
        manifest.shards().stream().map(NotAsListedTest::withShorterDirectory).toList());
    assertFoundByVerify("ShardTable.restore_directory_lengths");
    assertNoOriginal("ShardTable.restore_directory_lengths");
    // Who reads a prefix has not read the directory.
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, folder.resolve("out")).status());
  }

  private static ShardEntry withShorterDirectory(ShardEntry shard) {
    assertTrue(shard.restoreDirectoryLength() > 1);
    return Manifests.changed(shard, shard.shardUuid(), shard.restoreDirectoryLength() - 1);
  }

  // Covers R-MANIFEST-6
  @Test
  void headIsComparedBeforeTheMetadataAreRead() throws IOException {
    Path first = dataset.resolve(manifest.shards().get(0).name());
    byte[] bytes = Files.readAllBytes(first);
    long metadataEnd = manifest.shards().get(0).prefixLength(0);
    bytes[(int) metadataEnd - 5] ^= 1; // And the copy of the metadata is damaged, too.
    bytes[bytes.length - 24 - 5] ^= 1;
    Files.write(first, bytes);
    ShardEntry listed = manifest.shards().get(0);
    ShardEntry another = Manifests.changed(listed, new UUID(5, 6), listed.restoreDirectoryLength());
    publish(manifest.targets(), manifest.columns(), List.of(another, manifest.shards().get(1)));
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      PcrException e =
          assertThrows(PcrException.class, () -> opened.shards().get(0).read(Fidelity.group(1)));
      assertEquals(ErrorCode.NOT_AS_LISTED, e.code(), e.getMessage());
      assertTrue(e.field().contains("shard_uuids"), e.field());
    }
  }
}
