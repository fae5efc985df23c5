package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset in a folder, and shards by themselves. */
class PcrDatasetTest {
  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
  }

  private ReaderOptions options() {
    return ReaderOptions.builder().notices(notices::add).build();
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
      Sample one = dataset.sample(ThreeShards.LAST.key(4), Fidelity.FULL);
      assertArrayEquals(
          ThreeShards.LAST.expected(4, TestShard.GROUPS), ThreeShards.bytes(one.file()));
    }
    assertEquals(24, samples);
  }

  @Test
  void samplesByKeyLabelAndNumber() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      assertEquals(24, dataset.sampleCount());
      assertEquals(TestShard.GROUPS, dataset.groupCount());
      for (int number = 0; number < 24; number++) {
        TestShard shard = number < 15 ? ThreeShards.FIRST : ThreeShards.LAST;
        int ordinal = number < 15 ? number : number - 15;
        byte[] expected = shard.expected(ordinal, 5);
        Sample byNumber = dataset.sample(number, Fidelity.group(5));
        assertArrayEquals(expected, ThreeShards.bytes(byNumber.file()));
        Sample byKey = dataset.sample(shard.key(ordinal), Fidelity.group(5));
        assertArrayEquals(expected, ThreeShards.bytes(byKey.file()));
        assertEquals(OptionalLong.of(number), dataset.numberOf(shard.key(ordinal)));
      }
      for (int label = 0; label < 4; label++) {
        long wanted = label;
        long[] expected =
            LongStream.range(0, 24)
                .filter(
                    n ->
                        (n < 15
                                ? ThreeShards.FIRST.label((int) n)
                                : ThreeShards.LAST.label((int) n - 15))
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
  void shardByItselfNeedsNeitherManifestNorIndex() throws IOException {
    Files.delete(written.folder().resolve(Manifest.FILE_NAME));
    try (PcrDataset shard =
        PcrDataset.open(written.folder().resolve(TestDataset.name(2)), options())) {
      assertEquals(Optional.empty(), shard.manifest());
      assertEquals(9, shard.sampleCount());
      assertEquals(TestShard.GROUPS, shard.groupCount());
      assertArrayEquals(
          ThreeShards.LAST.expected(8, TestShard.GROUPS),
          ThreeShards.bytes(shard.sample(ThreeShards.LAST.key(8), Fidelity.FULL).file()));
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
    assertThrows(
        IllegalStateException.class, () -> dataset.sample(ThreeShards.FIRST.key(0), Fidelity.FULL));
  }

  @Test
  void directReadingGivesTheSame() throws IOException {
    try (PcrDataset dataset =
        PcrDataset.open(written.folder(), options().toBuilder().direct(true).build())) {
      ThreeShards.assertEverySample(dataset, 6);
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
      ThreeShards.assertEverySample(dataset, 2);
    }
    assertEquals(
        List.of(new RecordingByteSource.Read(0, ThreeShards.FIRST.prefixLength(2))),
        opened.get(TestDataset.name(0)).reads());
  }

  private byte[] content(String name) {
    try {
      return Files.readAllBytes(written.folder().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
