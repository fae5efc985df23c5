package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.order.OrderKind;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Caches change where bytes come from, and nothing else. */
class LoaderCacheTest extends LoaderFixture {
  private static final int EPOCHS = 4;

  /** Of an epoch: more than those that are read sample by sample at the start of a run. */
  private static final int BATCHES = SAMPLES / 3;

  private static LoaderOptions.Builder cached(LoaderCache cache) {
    return options().batch(3).lanes(3).remainder(Remainder.SHORT).cache(cache);
  }

  /** The pixels of each of the next batches. */
  private static List<byte[]> pixels(Loader loader, int batches) throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      Batch batch = loader.next();
      byte[] pixels = new byte[batch.pixels().remaining()];
      batch.pixels().get(pixels);
      all.add(pixels);
    }
    return all;
  }

  private long bytes(Fidelity fidelity) throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes += shard.prefixLength(fidelity);
    }
    return bytes;
  }

  private LoaderCache cache(LoaderCache.Kind kind, long bytes) {
    return switch (kind) {
      case NONE -> LoaderCache.NONE;
      case PAGE -> LoaderCache.PAGE;
      case PREFIX -> LoaderCache.prefix(bytes, own.resolve("cache"));
      case MINIO -> LoaderCache.minio(bytes, own.resolve("cache"));
    };
  }

  private Map<String, Long> entries() throws IOException {
    Map<String, Long> entries = new TreeMap<>();
    try (Stream<Path> files = Files.list(own.resolve("cache"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".pcr")) {
          entries.put(file.getFileName().toString(), Files.size(file));
        }
      }
    }
    return entries;
  }

  @ParameterizedTest
  @EnumSource(LoaderCache.Kind.class)
  void batchesAreTheSameWithAnyCache(LoaderCache.Kind kind) throws IOException {
    for (OrderKind order : List.of(OrderKind.LANES, OrderKind.GLOBAL)) {
      LoaderOptions.Builder usual = LoaderOptions.builder().batch(10).order(order).keys(true);
      List<byte[]> expected;
      try (Loader loader = Loader.open(dataset, usual.build())) {
        expected = pixels(loader, 18);
      }
      LoaderOptions options = usual.cache(cache(kind, bytes(Fidelity.FULL))).build();
      try (Loader loader = Loader.open(dataset, options)) {
        List<byte[]> found = pixels(loader, 18);
        for (int i = 0; i < expected.size(); i++) {
          assertArrayEquals(expected.get(i), found.get(i), "batch " + i);
        }
      }
    }
  }

  @Test
  void minioFindsTheSameNumberOfSamplesInEachEpochFromTheSecondOn() throws IOException {
    for (int part = 1; part <= 8; part++) {
      long bound = bytes(Fidelity.FULL) * part / 8;
      LoaderOptions options = cached(cache(LoaderCache.Kind.MINIO, bound)).seed(part).build();
      long[] hits = hits(List.of(options), EPOCHS);
      long fixed = samplesOf(entries());
      for (int epoch = 1; epoch < EPOCHS; epoch++) {
        assertEquals(hits[1], hits[epoch], "bound " + part + "/8, epoch " + epoch);
      }
      assertTrue(hits[1] <= fixed, hits[1] + " hits in shards of " + fixed + " samples");
      assertTrue(part < 8 || hits[1] == SAMPLES, hits[1] + " of all");
      assertBound(bound);
    }
  }

  /** Each rank counts its own, and has other shards in each epoch. */
  @Test
  void ranksThatShareAFolderFindTheSameSamplesTogether() throws IOException {
    long bound = bytes(Fidelity.FULL) / 2;
    List<LoaderOptions> ranks = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      ranks.add(cached(cache(LoaderCache.Kind.MINIO, bound)).rank(rank, 3).build());
    }
    hits(ranks, 2);
    long fixed = samplesOf(entries());
    assertTrue(fixed > 0 && fixed < SAMPLES, fixed + " samples");
    for (long found : hits(ranks, EPOCHS)) {
      assertEquals(fixed, found);
    }
    assertBound(bound);
  }

  /** How many samples come from the cache in each epoch, over all ranks. */
  private long[] hits(List<LoaderOptions> ranks, int epochs) throws IOException {
    long[] hits = new long[epochs];
    List<Loader> loaders = new ArrayList<>();
    try {
      for (LoaderOptions options : ranks) {
        loaders.add(Loader.open(dataset, options));
      }
      for (int epoch = 0; epoch < epochs; epoch++) {
        for (Loader loader : loaders) {
          long before = loader.statistics().cacheHits();
          for (int batch = 0; batch < BATCHES; batch++) {
            loader.next();
          }
          hits[epoch] += loader.statistics().cacheHits() - before;
        }
      }
    } finally {
      for (Loader loader : loaders) {
        loader.close();
      }
    }
    return hits;
  }

  private void assertBound(long bound) throws IOException {
    long held = entries().values().stream().mapToLong(Long::longValue).sum();
    assertTrue(held <= bound, held + " bytes, and the bound is " + bound);
  }

  /** The number of samples of the shards whose whole prefix is in the cache. */
  private long samplesOf(Map<String, Long> entries) throws IOException {
    long samples = 0;
    for (Shard shard : dataset.shards()) {
      long length = shard.prefixLength(Fidelity.FULL);
      samples += entries.containsValue(length) ? shard.sampleCount() : 0;
    }
    return samples;
  }

  @Test
  void aRunThatBeginsWithAFullCacheFindsTheSameSamplesInItsFirstEpoch() throws IOException {
    LoaderOptions options = cached(cache(LoaderCache.Kind.MINIO, bytes(Fidelity.FULL) / 2)).build();
    try (Loader loader = Loader.open(dataset, options)) {
      pixels(loader, 2 * BATCHES);
    }
    Map<String, Long> filled = entries();
    long samples = samplesOf(filled);
    assertTrue(samples > 0 && samples < SAMPLES, samples + " samples");
    try (Loader loader = Loader.open(dataset, options)) {
      pixels(loader, BATCHES);
      assertEquals(samples, loader.statistics().cacheHits());
      pixels(loader, BATCHES);
      assertEquals(2 * samples, loader.statistics().cacheHits());
    }
    assertEquals(filled, entries(), "nothing is evicted, and nothing added");
  }

  @Test
  void aHigherFidelityAppendsToWhatIsThere() throws IOException {
    LoaderCache cache = cache(LoaderCache.Kind.PREFIX, bytes(Fidelity.FULL));
    for (Fidelity fidelity : List.of(Fidelity.group(2), Fidelity.group(5), Fidelity.FULL)) {
      try (Loader loader = Loader.open(dataset, cached(cache).fidelity(fidelity).build())) {
        pixels(loader, 2 * BATCHES);
      }
      long held = entries().values().stream().mapToLong(Long::longValue).sum();
      assertEquals(bytes(fidelity), held);
      assertEquals(SHARDS.length, entries().size());
    }
  }

  @Test
  void damagedEntriesAreNotBelieved() throws IOException {
    List<byte[]> expected;
    try (Loader loader = Loader.open(dataset, cached(LoaderCache.PAGE).build())) {
      expected = pixels(loader, 2 * BATCHES);
    }
    Random random = new Random(3);
    for (LoaderCache.Kind kind : List.of(LoaderCache.Kind.PREFIX, LoaderCache.Kind.MINIO)) {
      LoaderOptions options = cached(cache(kind, bytes(Fidelity.FULL))).build();
      try (Loader loader = Loader.open(dataset, options)) {
        pixels(loader, 2 * BATCHES);
      }
      for (int attempt = 0; attempt < 6; attempt++) {
        for (String entry : entries().keySet()) {
          damage(own.resolve("cache").resolve(entry), random);
        }
        try (Loader loader = Loader.open(dataset, options)) {
          List<byte[]> found = pixels(loader, 2 * BATCHES);
          for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), found.get(i), "batch " + i);
          }
        }
      }
    }
  }

  /** Changes, cuts or lengthens a file. */
  private static void damage(Path file, Random random) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    switch (random.nextInt(4)) {
      case 0 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      case 1 -> Files.write(file, Arrays.copyOf(bytes, bytes.length + 4096));
      case 2 -> Files.write(file, new byte[bytes.length]);
      default -> {
        for (int i = 0; i < 20; i++) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
        }
        Files.write(file, bytes);
      }
    }
  }

  @Test
  void aPrefixCacheThatIsTooSmallForTheLanesSaysWhatItNeeds() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Loader.open(dataset, cached(cache(LoaderCache.Kind.PREFIX, 9)).build()).close());
    assertTrue(e.getMessage().contains("use fewer lanes"), e.getMessage());
  }

  @Test
  void aFolderOfSomebodyElseIsLeftAlone() throws IOException {
    Path folder = Files.createDirectory(own.resolve("cache"));
    Files.writeString(folder.resolve("diary"), "dear");
    LoaderOptions options = cached(cache(LoaderCache.Kind.MINIO, 1 << 20)).build();
    assertThrows(IOException.class, () -> Loader.open(dataset, options).close());
    assertEquals("dear", Files.readString(folder.resolve("diary")));
  }
}
