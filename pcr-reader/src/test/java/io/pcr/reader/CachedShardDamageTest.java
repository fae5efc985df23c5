package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.format.source.RecordingByteSource.Read;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage on the local disk is mended, damage in the origin is the origin's and costs no cache. */
class CachedShardDamageTest {
  private static final TestShard GOOD = TestShard.ofNoise(3, 12, 12);
  private static final int LAST = TestShard.GROUPS;

  /** The first sample with a slice in group 3. */
  private static final int VICTIM = victim();

  @TempDir Path directory;

  private ReaderContext context;
  private RecordingByteSource origin;

  private static int victim() {
    int sample = 0;
    while (GOOD.file().metadata().sliceLength(3, sample) == 0) {
      sample++;
    }
    return sample;
  }

  @BeforeEach
  void openContext() {
    context = new ReaderContext(ReaderOptions.builder().onDamage(OnDamage.DEGRADE).build());
  }

  @AfterEach
  void closeContext() throws IOException {
    context.close();
    assertEquals(0, context.buffersInUse());
    assertEquals(0, context.openFiles());
  }

  private ContainerShard open(byte[] bytes) throws IOException {
    origin = new RecordingByteSource(new MemoryByteSource("origin", ByteBuffer.wrap(bytes)));
    PrefixCache cache = PrefixCache.open(directory.resolve("cache"), 1 << 20, notice -> {});
    CacheIdentity identity = new CacheIdentity("v1", GOOD.bytes().length);
    return new ContainerShard(
        "shard.pcr", Optional.of(listed()), () -> cache.cached(origin, identity), context);
  }

  private static ListedShard listed() {
    ShardEntry entry = ShardEntries.of("shard.pcr", GOOD.file(), RestoreExtent.NONE);
    ShardMetadata metadata = GOOD.file().metadata();
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .groups(metadata.groupCount(), metadata.targets())
            .columns(metadata.columns().stream().map(c -> DatasetColumn.of(c.spec())).toList())
            .add(List.of(entry))
            .build();
    return new ListedShard(manifest, entry);
  }

  private void damageEntry(long position) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("cache"))) {
      Path entry = files.filter(f -> f.toString().endsWith(".pcr")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(entry);
      bytes[(int) position] ^= 1;
      Files.write(entry, bytes);
    }
  }

  @Test
  void earlyColumnDamagedInTheCacheIsMended() throws IOException {
    ContainerShard shard = open(GOOD.bytes());
    shard.read(Fidelity.group(1)).close();
    int mask = GOOD.file().metadata().columns().size() - 2;
    damageEntry(GOOD.file().layout().columnValuePosition(mask, 5));
    for (int time = 0; time < 2; time++) {
      try (ShardReader reader = shard.read(Fidelity.group(1))) {
        Sample sample = reader.sample(5).orElseThrow();
        assertArrayEquals(TestShard.mask(5), bytes(sample.bytes("mask").orElseThrow()));
      }
    }
  }

  @Test
  void sliceDamagedInTheOriginIsAskedForOnceMoreAndTheRestStaysCached() throws IOException {
    byte[] bytes = GOOD.bytes();
    long position = GOOD.file().layout().slicePosition(3, VICTIM);
    bytes[(int) position] ^= 1;
    ContainerShard shard = open(bytes);
    shard.read(Fidelity.FULL).close();
    Read slice = new Read(position, GOOD.file().metadata().sliceLength(3, VICTIM));
    for (int time = 0; time < 3; time++) {
      origin.clear();
      try (ShardReader reader = shard.read(Fidelity.FULL)) {
        for (Sample sample : reader) {
          assertEquals(sample.ordinal() == VICTIM ? 2 : LAST, sample.group());
        }
      }
      assertEquals(List.of(slice), origin.reads());
    }
  }

  @Test
  void randomSampleDamagedInTheOriginLeavesTheCacheAlone() throws IOException {
    byte[] bytes = GOOD.bytes();
    bytes[(int) GOOD.file().layout().slicePosition(3, VICTIM)] ^= 1;
    ContainerShard shard = open(bytes);
    shard.read(Fidelity.FULL).close();
    Sample sample = shard.sample(VICTIM, Fidelity.FULL);
    assertTrue(sample.isDegraded());
    assertArrayEquals(GOOD.expected(VICTIM, 2), bytes(sample.file()));
    origin.clear();
    shard.read(Fidelity.FULL).close();
    assertEquals(List.of(), origin.reads());
  }

  @Test
  void randomSampleDamagedInTheCacheIsMended() throws IOException {
    ContainerShard shard = open(GOOD.bytes());
    shard.read(Fidelity.FULL).close();
    damageEntry(GOOD.file().layout().slicePosition(3, VICTIM));
    Sample sample = shard.sample(VICTIM, Fidelity.FULL);
    assertArrayEquals(GOOD.expected(VICTIM, LAST), bytes(sample.file()));
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      assertEquals(LAST, reader.sample(VICTIM).orElseThrow().group());
    }
  }

  @Test
  void objectCutShortBehindACacheReadsAtTheFidelitiesItStillHolds() throws IOException {
    ContainerShard shard = open(Arrays.copyOf(GOOD.bytes(), GOOD.prefixLength(3) + 1));
    List<Integer> groups = new ArrayList<>();
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      for (Sample sample : reader) {
        assertArrayEquals(GOOD.expected(sample.ordinal(), sample.group()), bytes(sample.file()));
        groups.add(sample.group());
      }
    }
    assertEquals(12, groups.size());
    assertTrue(groups.stream().allMatch(group -> group >= 3), groups.toString());
    try (ReaderContext failing = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard strict =
          new ContainerShard("shard.pcr", Optional.empty(), () -> origin, failing);
      assertThrows(PcrException.Truncated.class, () -> strict.read(Fidelity.FULL).close());
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
