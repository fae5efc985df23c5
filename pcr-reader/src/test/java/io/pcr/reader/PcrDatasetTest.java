package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.http.FolderServer;
import io.pcr.reader.http.HttpReadException;
import io.pcr.reader.http.Nginx;
import io.pcr.reader.source.RecordingByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcrDatasetTest {
  private static final TestShard FIRST = TestShard.ofNoise(21, 15, 3000);
  private static final TestShard EMPTY = TestShard.ofNoise(22, 0, 1);
  private static final TestShard LAST = TestShard.ofNoise(23, 9, 3000);

  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written = TestDataset.write(directory.resolve("dataset"), FIRST, EMPTY, LAST);
  }

  private ReaderOptions options() {
    return ReaderOptions.DEFAULT.withNotices(notices::add);
  }

  @Test
  void firstProgramReadsEverySample() throws IOException {
    int samples = 0;
    try (PcrDataset dataset = PcrDataset.open(written.folder())) {
      Fidelity fidelity = dataset.fidelityFor(Quality.msSsim(0.93));
      for (Shard shard : dataset.shards()) {
        try (ShardReader reader = shard.read(fidelity)) {
          for (Sample sample : reader) {
            assertTrue(sample.slices().size() <= 4 && sample.key().startsWith("class-"));
            samples++;
          }
        }
      }
      Sample one = dataset.sample(LAST.key(4), Fidelity.FULL);
      assertArrayEquals(LAST.expected(4, TestShard.GROUPS), bytes(one.file()));
    }
    assertEquals(24, samples);
  }

  @Test
  void samplesByKeyLabelAndNumber() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      assertEquals(24, dataset.sampleCount());
      assertEquals(TestShard.GROUPS, dataset.groupCount());
      for (int number = 0; number < 24; number++) {
        TestShard shard = number < 15 ? FIRST : LAST;
        int ordinal = number < 15 ? number : number - 15;
        byte[] expected = shard.expected(ordinal, 5);
        Sample byNumber = dataset.sample(number, Fidelity.group(5));
        assertArrayEquals(expected, bytes(byNumber.file()));
        Sample byKey = dataset.sample(shard.key(ordinal), Fidelity.group(5));
        assertArrayEquals(expected, bytes(byKey.file()));
        assertEquals(OptionalLong.of(number), dataset.numberOf(shard.key(ordinal)));
      }
      for (int label = 0; label < 4; label++) {
        long wanted = label;
        long[] expected =
            LongStream.range(0, 24)
                .filter(
                    n ->
                        (n < 15 ? FIRST.label((int) n) : LAST.label((int) n - 15))
                            .equals(OptionalLong.of(wanted)))
                .toArray();
        assertArrayEquals(expected, dataset.samplesWithLabel(label).toArray());
      }
      assertEquals(0, dataset.samplesWithLabel(77).count());
    }
  }

  @Test
  void keyThatIsNotThere() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      assertEquals(Optional.empty(), dataset.find("nothing", Fidelity.FULL));
      assertEquals(OptionalLong.empty(), dataset.numberOf("nothing"));
      NoSuchElementException e =
          assertThrows(
              NoSuchElementException.class, () -> dataset.sample("nothing", Fidelity.FULL));
      assertTrue(e.getMessage().contains("nothing"), e.getMessage());
      assertThrows(IndexOutOfBoundsException.class, () -> dataset.sample(24, Fidelity.FULL));
    }
  }

  @Test
  void fidelityForAQualityIsTheSmallestThatHasIt() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      assertEquals(Fidelity.group(1), dataset.fidelityFor(Quality.msSsim(0.5)));
      assertEquals(Fidelity.group(4), dataset.fidelityFor(Quality.msSsim(0.94)));
      assertEquals(Fidelity.FULL, dataset.fidelityFor(Quality.msSsim(0.999)));
      assertEquals(Fidelity.group(2), dataset.fidelityFor(Quality.psnr(26.5)));
      assertEquals(Fidelity.FULL, dataset.fidelityFor(Quality.psnr(99)));
    }
  }

  @Test
  void datasetThatWasNotMeasuredSaysSo() throws IOException {
    written.publish(2, false);
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      PcrException.Unsupported e =
          assertThrows(
              PcrException.Unsupported.class, () -> dataset.fidelityFor(Quality.msSsim(0.9)));
      assertTrue(e.getMessage().contains("no measurements"), e.getMessage());
      assertTrue(e.getMessage().contains(Manifest.FILE_NAME), e.getMessage());
    }
  }

  @Test
  void indexIsBuiltOnceAndThenFound() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      dataset.sample(FIRST.key(0), Fidelity.FULL);
    }
    assertEquals(1, notices.size(), notices.toString());
    assertTrue(Files.exists(written.folder().resolve(IndexDirectory.FILE_NAME)));
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      dataset.sample(FIRST.key(0), Fidelity.FULL);
    }
    assertEquals(1, notices.size(), notices.toString());
  }

  @Test
  void damagedIndexIsRebuiltWithANotice() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      dataset.sample(FIRST.key(0), Fidelity.FULL);
    }
    Path index = written.folder().resolve(IndexDirectory.FILE_NAME);
    byte[] bytes = Files.readAllBytes(index);
    bytes[bytes.length / 2] ^= 1;
    Files.write(index, bytes);
    notices.clear();
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      assertArrayEquals(
          FIRST.expected(3, 1), bytes(dataset.sample(FIRST.key(3), Fidelity.FULL).file()));
    }
    assertTrue(notices.get(0).contains("CHECKSUM_MISMATCH"), notices.toString());
  }

  @Test
  void indexMayBeForbiddenOrTemporary() throws IOException {
    try (PcrDataset dataset =
        PcrDataset.open(written.folder(), options().withIndexPolicy(IndexPolicy.FAIL))) {
      assertThrows(PcrException.class, () -> dataset.sample(FIRST.key(0), Fidelity.FULL));
      dataset.sample(0, Fidelity.FULL);
    }
    try (PcrDataset dataset =
        PcrDataset.open(written.folder(), options().withIndexPolicy(IndexPolicy.TEMPORARY))) {
      dataset.sample(FIRST.key(0), Fidelity.FULL);
    }
    assertTrue(Files.notExists(written.folder().resolve(IndexDirectory.FILE_NAME)));
  }

  @Test
  void shardByItselfNeedsNeitherManifestNorIndex() throws IOException {
    Files.delete(written.folder().resolve(Manifest.FILE_NAME));
    try (PcrDataset shard =
        PcrDataset.open(written.folder().resolve(TestDataset.name(2)), options())) {
      assertEquals(Optional.empty(), shard.manifest());
      assertEquals(9, shard.sampleCount());
      assertEquals(TestShard.GROUPS, shard.groupCount());
      assertArrayEquals(
          LAST.expected(8, TestShard.GROUPS),
          bytes(shard.sample(LAST.key(8), Fidelity.FULL).file()));
      assertThrows(PcrException.Unsupported.class, () -> shard.fidelityFor(Quality.psnr(3)));
      try (ShardReader reader = shard.shards().get(0).read(Fidelity.group(2))) {
        assertEquals(9, reader.sampleCount());
      }
    }
    assertTrue(Files.notExists(written.folder().resolve(IndexDirectory.FILE_NAME)));
  }

  @Test
  void shardThatIsNotTheOneOfTheManifestIsRefused() throws IOException {
    TestShard other = TestShard.ofNoise(99, 15, 3000);
    Files.write(written.folder().resolve(TestDataset.name(0)), other.bytes());
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      Shard shard = dataset.shards().get(0);
      PcrException e =
          assertThrows(PcrException.class, () -> shard.read(Fidelity.group(1)).close());
      assertTrue(e.getMessage().contains(TestDataset.name(0)), e.getMessage());
      assertThrows(PcrException.class, () -> shard.sample(0, Fidelity.group(1)));
    }
  }

  @Test
  void folderWithoutManifestIsNoDataset() throws IOException {
    Files.delete(written.folder().resolve(Manifest.FILE_NAME));
    assertThrows(NoSuchFileException.class, () -> PcrDataset.open(written.folder()));
    assertThrows(
        PcrException.NotPcr.class,
        () ->
            PcrDataset.open(
                Files.writeString(directory.resolve("x.pcr"), "a file of another kind")));
  }

  @Test
  void uriThatLeadsNowhereIsTheCallersMistake() {
    for (String uri : List.of("mailto:x", "out/", "http:x", "http:///x/", "ftp://host/x/")) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> PcrDataset.open(URI.create(uri)), uri);
      assertTrue(e.getMessage().contains(uri), e.getMessage());
    }
  }

  @Test
  void pathToNothingIsNamed() {
    for (String name : List.of("none", "none.pcr")) {
      Path path = directory.resolve(name);
      NoSuchFileException e = assertThrows(NoSuchFileException.class, () -> PcrDataset.open(path));
      assertEquals(path.toString(), e.getFile());
    }
  }

  @Test
  void closedDatasetRefusesAndClosesAgain() throws IOException {
    PcrDataset dataset = PcrDataset.open(written.folder(), options());
    dataset.close();
    dataset.close();
    assertThrows(IllegalStateException.class, () -> dataset.shards().get(0).read(Fidelity.FULL));
    assertThrows(IllegalStateException.class, () -> dataset.sample(FIRST.key(0), Fidelity.FULL));
  }

  @Test
  void directReadingGivesTheSame() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options().withDirect(true))) {
      assertEverySample(dataset, 6);
    }
  }

  @Test
  void folderInStorageOfTheCallersIsReadThroughIt() throws IOException {
    Map<String, RecordingByteSource> opened = new ConcurrentHashMap<>();
    DatasetFolder folder =
        name ->
            opened.computeIfAbsent(
                name,
                n -> new RecordingByteSource(new MemoryByteSource(n, ByteBuffer.wrap(content(n)))));
    try (PcrDataset dataset = PcrDataset.open(folder, options())) {
      assertEverySample(dataset, 2);
    }
    assertEquals(
        List.of(new RecordingByteSource.Read(0, FIRST.prefixLength(2))),
        opened.get(TestDataset.name(0)).reads());
  }

  private byte[] content(String name) {
    try {
      return Files.readAllBytes(written.folder().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shardWithManifestCostsExactlyOneRequestOfItsPrefix() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      assertEquals(List.of("manifest.pcrm 0-65535"), server.requests());
      for (int group = 1; group <= TestShard.GROUPS; group++) {
        server.clear();
        Shard shard = dataset.shards().get(0);
        try (ShardReader reader = shard.read(Fidelity.group(group))) {
          for (Sample sample : reader) {
            assertArrayEquals(FIRST.expected(sample.ordinal(), group), bytes(sample.file()));
          }
        }
        assertEquals(
            List.of(TestDataset.name(0) + " 0-" + (FIRST.prefixLength(group) - 1)),
            server.requests());
        assertEquals(FIRST.prefixLength(group), shard.prefixLength(Fidelity.group(group)));
      }
    }
  }

  @Test
  void remoteShardWithoutManifestCostsTwoRequests() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder())) {
      Files.copy(
          written.folder().resolve(TestDataset.name(0)), written.folder().resolve("plain.pcr"));
      try (PcrDataset shard = PcrDataset.open(server.uri().resolve("plain.pcr"), options())) {
        try (ShardReader reader = shard.shards().get(0).read(Fidelity.group(6))) {
          assertArrayEquals(FIRST.expected(3, 6), bytes(reader.sample(3).orElseThrow().file()));
        }
        assertEquals(
            List.of("plain.pcr 0-65535", "plain.pcr 65536-" + (FIRST.prefixLength(6) - 1)),
            server.requests());
      }
    }
  }

  @Test
  void remoteSampleCostsItsSlicesOnceTheMetadataIsKnown() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      dataset.sample(FIRST.key(2), Fidelity.FULL);
      server.clear();
      Sample sample = dataset.sample(FIRST.key(9), Fidelity.group(4));
      assertArrayEquals(FIRST.expected(9, 4), bytes(sample.file()));
      int bytes = 0;
      for (String request : server.requests()) {
        String[] range = request.substring(request.lastIndexOf(" ") + 1).split("-", 2);
        bytes += Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
      }
      assertEquals(FIRST.expected(9, 4).length - 2, bytes);
    }
  }

  @Test
  void cachedRemoteShardFetchesOnlyTheDifference() throws IOException {
    PrefixCache cache = PrefixCache.open(directory.resolve("cache"), 1 << 24, notices::add);
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options().withCache(cache))) {
      Shard shard = dataset.shards().get(0);
      shard.read(Fidelity.group(2)).close();
      server.clear();
      shard.read(Fidelity.group(2)).close();
      assertEquals(List.of(), server.requests());
      shard.read(Fidelity.group(3)).close();
      assertEquals(
          List.of(
              TestDataset.name(0)
                  + " "
                  + FIRST.prefixLength(2)
                  + "-"
                  + (FIRST.prefixLength(3) - 1)),
          server.requests());
      assertEverySample(dataset, 3);
    }
  }

  @Test
  void shardReplacedOnTheServerIsNoticed() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      Shard shard = dataset.shards().get(0);
      shard.read(Fidelity.group(1)).close();
      Files.write(
          written.folder().resolve(TestDataset.name(0)), TestShard.ofNoise(99, 15, 3000).bytes());
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> shard.read(Fidelity.group(2)).close());
      assertEquals(HttpReadException.Reason.OBJECT_CHANGED, e.reason());
    }
  }

  @Test
  void missingManifestOnTheServerIsSaid() throws IOException {
    try (FolderServer server = FolderServer.start(directory)) {
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> PcrDataset.open(server.uri()));
      assertEquals(404, e.status());
      assertTrue(e.getMessage().contains("manifest.pcrm"), e.getMessage());
    }
  }

  @Test
  void nginxServesADatasetWithOneRequestAShard() throws Exception {
    for (Path path : List.of(directory, written.folder())) {
      path.toFile().setExecutable(true, false);
      path.toFile().setReadable(true, false);
    }
    Path work = Files.createDirectories(directory.resolve("nginx"));
    Optional<Nginx> nginx = Nginx.start(work, written.folder());
    try (FolderServer own = FolderServer.start(written.folder())) {
      URI uri = nginx.map(n -> n.uri("")).orElse(own.uri());
      try (PcrDataset dataset = PcrDataset.open(uri, options())) {
        assertEverySample(dataset, 5);
      }
      if (nginx.isPresent()) {
        assertEquals(4, nginx.get().requests().size(), nginx.get().requests().toString());
      } else {
        assertEquals(4, own.requests().size());
      }
    } finally {
      nginx.ifPresent(Nginx::close);
    }
  }

  // Covers T8
  @Test
  void readersOfAGrowingDatasetSeeItWhollyOldOrWhollyNew() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        readers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 15; i++) {
                    readOldOrNew();
                  }
                  return null;
                }));
      }
      for (int generation = 2; generation < 30; generation++) {
        publishAtomically(generation);
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
      Programme.T8.passed("the library, manifests exchanged", 2 * 15);
    } finally {
      threads.shutdownNow();
    }
  }

  private void readOldOrNew() throws IOException {
    try (PcrDataset dataset =
        PcrDataset.open(
            written.folder(), ReaderOptions.DEFAULT.withIndexPolicy(IndexPolicy.REBUILD))) {
      long samples = dataset.sampleCount();
      assertTrue(samples == 24 || samples == 15, samples + " samples");
      assertArrayEquals(
          FIRST.expected(1, 2), bytes(dataset.sample(FIRST.key(1), Fidelity.group(2)).file()));
      assertEquals(samples == 24, dataset.find(LAST.key(1), Fidelity.group(1)).isPresent());
    }
  }

  /** Even generations have the first shard alone. */
  private void publishAtomically(int generation) throws IOException {
    TestDataset next =
        generation % 2 == 0
            ? TestDataset.write(directory.resolve("next" + generation), FIRST)
            : TestDataset.write(directory.resolve("next" + generation), FIRST, EMPTY, LAST);
    next.publish(generation, true);
    Files.move(
        next.folder().resolve(Manifest.FILE_NAME),
        written.folder().resolve(Manifest.FILE_NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void assertEverySample(PcrDataset dataset, int group) throws IOException {
    TestShard[] expected = {FIRST, EMPTY, LAST};
    for (int s = 0; s < expected.length; s++) {
      try (ShardReader reader = dataset.shards().get(s).read(Fidelity.group(group))) {
        int seen = 0;
        for (Sample sample : reader) {
          assertArrayEquals(expected[s].expected(seen++, group), bytes(sample.file()));
        }
        assertEquals(expected[s].sampleCount(), seen);
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
