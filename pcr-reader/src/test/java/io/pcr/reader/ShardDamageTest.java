package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardLayout;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage costs one sample's tail, and what it costs is the caller's choice. */
class ShardDamageTest {
  private static final TestShard GOOD = TestShard.ofNoise(3, 12, 12);
  private static final int LAST = TestShard.GROUPS;

  /** A progressive sample with a slice in group 3. */
  private static final int VICTIM = victim();

  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private ReaderContext context;

  private static int victim() {
    for (int i = 0; ; i++) {
      if (GOOD.file().metadata().sliceLength(3, i) > 0 && i != 3) {
        return i;
      }
    }
  }

  private ContainerShard open(byte[] bytes, OnDamage onDamage) throws IOException {
    closeContext();
    context =
        new ReaderContext(ReaderOptions.builder().onDamage(onDamage).notices(notices::add).build());
    return new ContainerShard(
        "shard.pcr",
        Optional.empty(),
        () -> new MemoryByteSource("shard.pcr", ByteBuffer.wrap(bytes)),
        context);
  }

  @AfterEach
  void closeContext() throws IOException {
    if (context != null) {
      context.close();
      assertEquals(0, context.buffersInUse());
      assertEquals(0, context.openFiles());
    }
  }

  private static byte[] damagedIn(int group, int sample) {
    byte[] bytes = GOOD.bytes();
    ShardLayout layout = GOOD.file().layout();
    bytes[(int) layout.slicePosition(group, sample)] ^= 0x10;
    return bytes;
  }

  @Test
  void damageFailsNamingShardSampleGroupAndOffset() throws IOException {
    ContainerShard shard = open(damagedIn(3, VICTIM), OnDamage.FAIL);
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      PcrException.Corrupt e =
          assertThrows(PcrException.Corrupt.class, () -> reader.sample(VICTIM));
      assertEquals(Optional.of(GOOD.key(VICTIM)), reader.key(VICTIM));
      assertEquals(ErrorCode.CHECKSUM_MISMATCH, e.code());
      assertEquals("shard.pcr", e.source());
      assertEquals(GOOD.file().layout().slicePosition(3, VICTIM), e.offset());
      assertTrue(e.field().contains("[group 3][sample " + VICTIM + "]"), e.field());
    }
    PcrException alone =
        assertThrows(PcrException.Corrupt.class, () -> shard.sample(VICTIM, Fidelity.group(3)));
    assertEquals(GOOD.file().layout().slicePosition(3, VICTIM), alone.offset());
  }

  @Test
  void sampleWithDamagedThirdGroupReadsAtFidelityTwo() throws IOException {
    ContainerShard shard = open(damagedIn(3, VICTIM), OnDamage.FAIL);
    assertArrayEquals(
        GOOD.expected(VICTIM, 2),
        ThreeShards.bytes(shard.sample(VICTIM, Fidelity.group(2)).file()));
    try (ShardReader reader = shard.read(Fidelity.group(2))) {
      assertArrayEquals(
          GOOD.expected(VICTIM, 2), ThreeShards.bytes(reader.sample(VICTIM).orElseThrow().file()));
    }
  }

  @Test
  void damagedSampleIsDegradedAndSaysSo() throws IOException {
    ContainerShard shard = open(damagedIn(3, VICTIM), OnDamage.DEGRADE);
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      int seen = 0;
      for (Sample sample : reader) {
        boolean victim = sample.ordinal() == VICTIM;
        assertEquals(victim, sample.isDegraded());
        assertEquals(victim ? 2 : LAST, sample.group());
        assertArrayEquals(
            GOOD.expected(sample.ordinal(), sample.group()), ThreeShards.bytes(sample.file()));
        seen++;
      }
      assertEquals(12, seen);
      assertEquals(new DamageCounts(1, 0), reader.damage());
    }
    Sample alone = shard.sample(VICTIM, Fidelity.FULL);
    assertTrue(alone.isDegraded());
    assertArrayEquals(GOOD.expected(VICTIM, 2), ThreeShards.bytes(alone.file()));
    assertEquals(new DamageCounts(2, 0), context.damageCounts());
    assertTrue(notices.get(0).contains(GOOD.key(VICTIM)), notices.get(0));
  }

  @Test
  void damagedSampleIsSkippedAndCounted() throws IOException {
    ContainerShard shard = open(damagedIn(3, VICTIM), OnDamage.SKIP);
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      List<Integer> seen = new ArrayList<>();
      reader.forEach(sample -> seen.add(sample.ordinal()));
      assertEquals(11, seen.size());
      assertFalse(seen.contains(VICTIM));
      assertEquals(new DamageCounts(0, 1), reader.damage());
      assertTrue(reader.sample(VICTIM).isEmpty());
    }
    assertThrows(PcrException.Corrupt.class, () -> shard.sample(VICTIM, Fidelity.FULL));
  }

  @Test
  void sampleDamagedInGroupOneCannotBeDegraded() throws IOException {
    ContainerShard shard = open(damagedIn(1, VICTIM), OnDamage.DEGRADE);
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      assertTrue(reader.sample(VICTIM).isEmpty());
      assertEquals(new DamageCounts(0, 1), reader.damage());
    }
    assertThrows(PcrException.Corrupt.class, () -> shard.sample(VICTIM, Fidelity.FULL));
  }

  @Test
  void iterationGoesOnAfterADamagedSample() throws IOException {
    try (ShardReader reader = open(damagedIn(1, 5), OnDamage.FAIL).read(Fidelity.FULL)) {
      Iterator<Sample> samples = reader.iterator();
      int good = 0;
      int bad = 0;
      while (samples.hasNext()) {
        try {
          samples.next();
          good++;
        } catch (UncheckedIOException e) {
          assertTrue(e.getCause() instanceof PcrException.Corrupt);
          bad++;
        }
      }
      assertEquals(11, good);
      assertEquals(1, bad);
    }
  }

  @Test
  void withoutVerifyingDamageGoesThrough() throws IOException {
    byte[] bytes = damagedIn(3, VICTIM);
    try (ReaderContext trusting =
        new ReaderContext(ReaderOptions.builder().verify(false).build())) {
      ContainerShard shard =
          new ContainerShard(
              "shard.pcr",
              Optional.empty(),
              () -> new MemoryByteSource("shard.pcr", ByteBuffer.wrap(bytes)),
              trusting);
      assertEquals(
          GOOD.expected(VICTIM, LAST).length,
          shard.sample(VICTIM, Fidelity.FULL).file().remaining());
    }
  }

  // Covers T1
  @Test
  void shardCutAnywhereReadsAtTheFidelitiesItStillHolds() throws IOException {
    byte[] whole = GOOD.bytes();
    for (int length = 0; length < whole.length; length++) {
      ContainerShard shard = open(Arrays.copyOf(whole, length), OnDamage.FAIL);
      for (int group = 1; group <= LAST; group++) {
        int wanted = group;
        if (length >= GOOD.prefixLength(group)) {
          try (ShardReader reader = shard.read(Fidelity.group(group))) {
            GOOD.assertAllSamples(reader, group);
          }
        } else {
          PcrException e =
              assertThrows(
                  PcrException.class,
                  () -> shard.read(Fidelity.group(wanted)).close(),
                  "length " + length + " group " + group);
          assertTrue(
              e instanceof PcrException.Truncated || e instanceof PcrException.NotPcr,
              e.toString());
        }
      }
    }
    Programme.T1.passed("PCR shard, through the reader", whole.length);
  }

  @Test
  void cutShardGivesEachSampleAtTheFidelityItStillHasWhenDegrading() throws IOException {
    byte[] whole = GOOD.bytes();
    for (int length = GOOD.prefixLength(0); length < GOOD.prefixLength(LAST); length += 7) {
      ContainerShard shard = open(Arrays.copyOf(whole, length), OnDamage.DEGRADE);
      try (ShardReader reader = shard.read(Fidelity.FULL)) {
        int seen = 0;
        for (Sample sample : reader) {
          assertArrayEquals(
              GOOD.expected(sample.ordinal(), sample.group()), ThreeShards.bytes(sample.file()));
          int next = sample.group() + 1;
          assertEquals(next <= LAST, sample.isDegraded());
          if (next <= LAST) {
            assertTrue(
                GOOD.file().layout().slicePosition(next, sample.ordinal())
                        + GOOD.file().metadata().sliceLength(next, sample.ordinal())
                    > length);
          }
          seen++;
        }
        assertEquals(12 - reader.damage().skipped(), seen);
      }
    }
  }

  // Covers T2
  @Test
  void everyFlippedBitIsFoundOrHarmless() throws IOException {
    byte[] bytes = GOOD.bytes();
    int detected = 0;
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
      ContainerShard flipped = open(bytes.clone(), OnDamage.FAIL);
      try (ShardReader reader = flipped.read(Fidelity.FULL)) {
        GOOD.assertAllSamples(reader, LAST);
        for (Sample sample : reader) {
          sample.bytes("mask");
          sample.string("caption");
        }
        // Of the front nothing is lost, and it is said.
        assertEquals(bit / 8 < GOOD.prefixLength(0) ? 1 : 0, context.damageCounts().fronts());
        detected += (int) context.damageCounts().fronts();
      } catch (PcrException e) {
        detected++;
      } catch (UncheckedIOException e) {
        assertTrue(e.getCause() instanceof PcrException, e.toString());
        detected++;
      }
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
    }
    // Copy and trailer are nothing that a reader of an intact front reads.
    assertEquals((bytes.length - 24 - GOOD.prefixLength(0)) * 8, detected);
    Programme.T2.passed("PCR shard, through the reader", bytes.length * 8L);
  }

  @ParameterizedTest
  @EnumSource(OnDamage.class)
  void flippedBitsNeverGiveWrongBytesWhateverThePolicy(OnDamage policy) throws IOException {
    byte[] bytes = GOOD.bytes();
    for (int bit = 3; bit < bytes.length * 8; bit += 29) {
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
      try (ShardReader reader = open(bytes.clone(), policy).read(Fidelity.FULL)) {
        for (Sample sample : reader) {
          assertArrayEquals(
              GOOD.expected(sample.ordinal(), sample.group()), ThreeShards.bytes(sample.file()));
        }
      } catch (PcrException e) {
        assertFalse(e.getMessage().isEmpty());
      } catch (UncheckedIOException e) {
        assertTrue(policy == OnDamage.FAIL && e.getCause() instanceof PcrException, e.toString());
      }
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
    }
  }

  @Test
  void damagedCacheEntryIsMendedFromTheOrigin() throws IOException {
    RecordingByteSource origin =
        new RecordingByteSource(new MemoryByteSource("origin", ByteBuffer.wrap(GOOD.bytes())));
    PrefixCache cache = PrefixCache.open(directory.resolve("cache"), 1 << 20, notices::add);
    CacheIdentity identity = new CacheIdentity("v1", GOOD.bytes().length);
    try (ReaderContext cached = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard =
          new ContainerShard(
              "shard.pcr", Optional.empty(), () -> cache.cached(origin, identity), cached);
      shard.read(Fidelity.FULL).close();
      for (int at : new int[] {3, 70, GOOD.prefixLength(0) - 1, GOOD.prefixLength(2) + 5}) {
        Path entry = entry();
        byte[] damaged = Files.readAllBytes(entry);
        damaged[at] ^= 1;
        Files.write(entry, damaged);
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          GOOD.assertAllSamples(reader, LAST);
        }
        assertEquals(DamageCounts.NONE, cached.damageCounts());
        shard.read(Fidelity.FULL).close();
      }
    }
  }

  @Test
  void damageInTheOriginStaysDamageBehindACache() throws IOException {
    MemoryByteSource origin = new MemoryByteSource("origin", ByteBuffer.wrap(damagedIn(3, VICTIM)));
    PrefixCache cache = PrefixCache.open(directory.resolve("cache"), 1 << 20, notices::add);
    CacheIdentity identity = new CacheIdentity("v1", GOOD.bytes().length);
    try (ReaderContext cached = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard =
          new ContainerShard(
              "shard.pcr", Optional.empty(), () -> cache.cached(origin, identity), cached);
      try (ShardReader reader = shard.read(Fidelity.FULL)) {
        assertThrows(PcrException.Corrupt.class, () -> reader.sample(VICTIM));
        assertArrayEquals(
            GOOD.expected(VICTIM + 1, LAST),
            ThreeShards.bytes(reader.sample(VICTIM + 1).orElseThrow().file()));
      }
    }
  }

  private Path entry() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("cache"))) {
      return files.filter(f -> f.toString().endsWith(".pcr")).findFirst().orElseThrow();
    }
  }
}
