package io.pcr.format.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestSourceTest {
  private static final int GROUPS = 3;

  @TempDir private Path directory;
  private final List<ShardEntry> entries = new ArrayList<>();
  private final List<IndexFinding> findings = new ArrayList<>();
  private final IndexListener listener = (file, finding, permanent) -> findings.add(finding);

  @Test
  void samplesOfProgressiveShardsAreFoundAtTheirPlaces() throws IOException {
    ShardFixture none = write("none.pcr", ShardFixture.pcr(2, GROUPS).samples(0));
    ShardFixture progressive = write("a.pcr", ShardFixture.pcr(1, GROUPS).samples(40));
    try (SampleIndex index = open(IndexPolicy.REBUILD)) {
      assertEquals(40, index.shards().sampleCount());
      requireFound(index, 0, none);
      requireFound(index, 1, progressive);
    }
  }

  @Test
  void samplesOfLiquidShardsAreFoundAtTheirPlaces() throws IOException {
    ShardFixture liquid = write("b.pcrl", ShardFixture.liquid(3).samples(30));
    try (SampleIndex index = open(IndexPolicy.REBUILD)) {
      requireFound(index, 0, liquid);
    }
  }

  private static void requireFound(SampleIndex index, int shard, ShardFixture fixture)
      throws IOException {
    List<SampleEntry> samples = fixture.entries();
    for (int ordinal = 0; ordinal < samples.size(); ordinal++) {
      SampleLocation location = new SampleLocation(shard, ordinal);
      assertEquals(location, index.find(samples.get(ordinal).key()).orElseThrow().location());
      if (samples.get(ordinal).label().isPresent()) {
        long number = index.shards().number(location);
        assertTrue(
            index.samples(samples.get(ordinal).label().getAsLong()).anyMatch(n -> n == number));
      }
    }
  }

  @Test
  void shardReplacedByAnotherOfTheSameNameAndCountReplacesTheIndex() throws IOException {
    write("a.pcr", ShardFixture.pcr(1, GROUPS).samples(5));
    open(IndexPolicy.REBUILD).close();
    entries.clear();
    write("a.pcr", ShardFixture.pcr(4, GROUPS).samples(5));
    open(IndexPolicy.REBUILD).close();
    assertEquals(
        List.of(IndexFinding.Problem.MISSING, IndexFinding.Problem.OTHER_SHARDS),
        findings.stream().map(IndexFinding::problem).toList());
  }

  @Test
  void shardThatIsNotTheManifestsIsRefused() throws IOException {
    write("a.pcr", ShardFixture.pcr(1, GROUPS).samples(5));
    Files.write(directory.resolve("a.pcr"), ShardFixture.pcr(2, GROUPS).samples(5).encode());
    PcrException e = assertThrows(PcrException.Corrupt.class, () -> open(IndexPolicy.REBUILD));
    assertTrue(e.source().endsWith("a.pcr"), e.getMessage());
  }

  @Test
  void missingOrDamagedShardIsReportedAsItIsAndTheOldIndexStays() throws IOException {
    write("a.pcr", ShardFixture.pcr(1, GROUPS).samples(5));
    open(IndexPolicy.REBUILD).close();
    byte[] before = Files.readAllBytes(directory.resolve("index.lmdb"));
    write("b.pcr", ShardFixture.pcr(2, GROUPS).samples(5));
    byte[] shard = Files.readAllBytes(directory.resolve("b.pcr"));
    shard[70] ^= 1;
    Files.write(directory.resolve("b.pcr"), shard);
    PcrException e = assertThrows(PcrException.Corrupt.class, () -> open(IndexPolicy.REBUILD));
    assertTrue(e.source().endsWith("b.pcr"), e.getMessage());
    Files.delete(directory.resolve("b.pcr"));
    assertThrows(NoSuchFileException.class, () -> open(IndexPolicy.REBUILD));
    assertEquals(before.length, Files.size(directory.resolve("index.lmdb")));
  }

  @Test
  void keysOfATfRecordShardComeFromItsReader() throws IOException {
    entries.add(
        new ShardEntry(
            "c.tfrecord",
            ShardEntry.UNLISTED,
            ShardVariant.TFRECORD,
            Compression.NONE,
            new UUID(1, 1),
            9,
            1,
            0,
            List.of(),
            0,
            0,
            1,
            1));
    ListedShards records = new ListedShards().shard("c.tfrecord", List.of("x"), 4);
    ManifestSource source =
        ManifestSource.of(
            new ShardList(manifest(), name -> null, Limits.DEFAULT),
            shard -> null,
            Limits.DEFAULT,
            (shard, opener, limits) -> records.shards().get(0));
    try (SampleIndex index =
        IndexDirectory.open(directory, source, IndexPolicy.REBUILD, listener)) {
      assertEquals(Optional.of(new KeyMatch(new SampleLocation(0, 0), true)), index.find("x"));
    }
  }

  private ShardFixture write(String name, ShardFixture shard) throws IOException {
    Files.write(directory.resolve(name), shard.encode());
    entries.add(ShardEntries.of(name, shard.plan()));
    return shard;
  }

  private SampleIndex open(IndexPolicy policy) throws IOException {
    ManifestSource source =
        ManifestSource.of(
            manifest(),
            directory,
            Limits.DEFAULT,
            (shard, opener, limits) -> {
              throw new AssertionError(shard);
            });
    return IndexDirectory.open(directory, source, policy, listener);
  }

  private Manifest manifest() {
    Manifest.Builder manifest = Manifest.builder(new UUID(3, 4)).add(entries);
    if (entries.stream().anyMatch(entry -> entry.variant() == ShardVariant.PCR)) {
      manifest.groups(GROUPS, Optional.of(ShardFixture.targets(GROUPS)));
    }
    return manifest.build();
  }
}
