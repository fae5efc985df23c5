package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.reader.http.FolderServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples that are looked for by their keys, with the index of keys and without. */
class SamplesByKeyTest {
  private static final TestShard FIRST = ThreeShards.FIRST;
  private static final TestShard LAST = ThreeShards.LAST;

  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private TestDataset written;
  private Manifest manifest;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
    manifest = KeyedDataset.addSegments(written);
  }

  private PcrDataset open() throws IOException {
    return PcrDataset.open(written.folder(), options());
  }

  private ReaderOptions options() {
    return ReaderOptions.builder().notices(notices::add).build();
  }

  private static void assertAllAreFound(PcrDataset dataset) throws IOException {
    long number = 0;
    for (TestShard shard : List.of(FIRST, LAST)) {
      for (int i = 0; i < shard.sampleCount(); i++) {
        Sample sample = dataset.sample(shard.key(i), Fidelity.group(3));
        assertEquals(shard.key(i), sample.key());
        assertArrayEquals(shard.expected(i, 3), ThreeShards.bytes(sample.file()));
        assertEquals(OptionalLong.of(number++), dataset.numberOf(shard.key(i)));
      }
    }
    assertNobodyIsFound(dataset);
  }

  private static void assertNobodyIsFound(PcrDataset dataset) throws IOException {
    for (String key : List.of("nobody", FIRST.key(0) + " ", "\u0000")) {
      assertEquals(Optional.empty(), dataset.find(key, Fidelity.FULL));
      assertEquals(OptionalLong.empty(), dataset.numberOf(key));
      assertThrows(NoSuchElementException.class, () -> dataset.sample(key, Fidelity.FULL));
    }
  }

  /** Covers R-KEYS-1. */
  @Test
  void eachSampleIsFoundAndNoIndexIsBuilt() throws IOException {
    try (PcrDataset dataset = open()) {
      assertAllAreFound(dataset);
    }
    assertEquals(List.of(), notices);
    assertTrue(Files.notExists(written.folder().resolve(IndexDirectory.FILE_NAME)));
  }

  @Test
  void indexOnDiskThatFitsIsUsedAndTheSegmentsAreNot() throws IOException {
    try (PcrDataset dataset = open()) {
      dataset.prepareIndex();
    }
    for (var segment : manifest.keySegments()) {
      Files.delete(written.folder().resolve(segment.name()));
    }
    notices.clear();
    try (PcrDataset dataset = open()) {
      assertAllAreFound(dataset);
    }
    assertEquals(List.of(), notices);
  }

  @Test
  void indexThatIsNotTrustedIsNotUsed() throws IOException {
    try (PcrDataset dataset = open()) {
      dataset.prepareIndex();
    }
    notices.clear();
    ReaderOptions options = options().toBuilder().indexPolicy(IndexPolicy.TEMPORARY).build();
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options)) {
      assertAllAreFound(dataset);
    }
    assertEquals(List.of(), notices, "no index is built");
  }

  /** Covers R-KEYS-2. */
  @Test
  void damagedPageOrMissingSegmentIsNoAnswer() throws IOException {
    Path segment = written.folder().resolve(manifest.keySegments().get(2).name());
    byte[] bytes = Files.readAllBytes(segment);
    byte[] damaged = bytes.clone();
    damaged[64 + 20] ^= 1;
    for (byte[] content : new byte[][] {damaged, new byte[0], new byte[bytes.length]}) {
      Files.write(segment, content);
      assertAllAreFoundInTheShards();
    }
    Files.delete(segment);
    assertAllAreFoundInTheShards();
  }

  private void assertAllAreFoundInTheShards() throws IOException {
    notices.clear();
    ReaderOptions options = options().toBuilder().indexPolicy(IndexPolicy.TEMPORARY).build();
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options)) {
      assertAllAreFound(dataset);
    }
    assertTrue(notices.get(0).contains("the index of keys"), notices::toString);
  }

  /** Covers R-KEYS-3. */
  @Test
  void entryThatLeadsToAnotherSampleIsDamage() throws IOException {
    List<KeyEntry> wrong = new ArrayList<>();
    for (KeyEntry entry : KeyedDataset.entries(written, 0)) {
      wrong.add(new KeyEntry(entry.hash(), 0, (entry.ordinal() + 1) % FIRST.sampleCount()));
    }
    manifest =
        KeyedDataset.addSegments(
            written.folder(), List.of(wrong, KeyedDataset.entries(written, 2)));
    assertAllAreFoundInTheShards();
  }

  /** Covers R-KEYS-9. */
  @Test
  void entryBeyondItsShardIsDamage() throws IOException {
    List<KeyEntry> beyond = new ArrayList<>();
    for (KeyEntry entry : KeyedDataset.entries(written, 2)) {
      beyond.add(new KeyEntry(entry.hash(), 2, LAST.sampleCount() + entry.ordinal()));
    }
    manifest =
        KeyedDataset.addSegments(
            written.folder(), List.of(KeyedDataset.entries(written, 0), beyond));
    assertAllAreFoundInTheShards();
  }

  /** Covers R-KEYS-3. */
  @Test
  void entriesOfShardsThatWereTakenOutArePassedOver() throws IOException {
    List<ShardEntry> kept = List.of(manifest.shards().get(0));
    KeyedDataset.publish(
        written.folder(), manifest.next().shards(List.of(), ShardTable.of(kept)).build());
    try (PcrDataset dataset = open()) {
      assertEquals(FIRST.key(3), dataset.sample(FIRST.key(3), Fidelity.FULL).key());
      assertEquals(Optional.empty(), dataset.find(LAST.key(3), Fidelity.FULL));
      assertNobodyIsFound(dataset);
    }
    assertEquals(List.of(), notices);
  }

  /** A look-up of one sample on a server, counted in requests and round trips. */
  @Test
  void remoteSampleTakesFourRoundTripsWithOneShardAndWithThousands() throws IOException {
    for (int listed : new int[] {0, 4_000}) {
      KeyedDataset.publish(written.folder(), manifest.next().add(others(listed)).build());
      for (int group = 1; group <= TestShard.GROUPS; group++) {
        assertRoundTrips(LAST, 8, group, 0);
      }
    }
  }

  @Test
  void remoteSampleOfAHundredThousandShardsTakesOneRequestMoreForItsPart() throws IOException {
    Manifest large = manifest.next().add(others(100_000)).inParts(this::writePart).build();
    assertTrue(large.parts().size() > 20, large.parts()::toString);
    KeyedDataset.publish(written.folder(), large);
    for (int group = 1; group <= TestShard.GROUPS; group++) {
      assertRoundTrips(LAST, 8, group, 1);
    }
  }

  private List<ShardEntry> others(int count) {
    List<ShardEntry> others = new ArrayList<>();
    ShardEntry empty = manifest.shards().get(1);
    for (int i = 0; i < count; i++) {
      others.add(empty.withName("other-" + i + ".pcr"));
    }
    return others;
  }

  private ShardPart writePart(ShardTable shards, long generation) throws IOException {
    ByteBuffer file = ShardPart.encode(shards, generation);
    String name = ShardPart.fileName(generation, shards.shardNumber(0));
    Files.write(written.folder().resolve(name), ThreeShards.bytes(file.duplicate()));
    return ShardPart.describe(name, file, shards);
  }

  /**
   * Looks for a sample on a server.
   *
   * @param parts that have to be read
   */
  private void assertRoundTrips(TestShard shard, int ordinal, int group, int parts)
      throws IOException {
    int segments = manifest.keySegments().size();
    int slices = 0;
    for (int g = 1; g <= group; g++) {
      slices += shard.file().metadata().sliceLength(g, ordinal) > 0 ? 1 : 0;
    }
    try (FolderServer server = FolderServer.start(written.folder())) {
      // All pages are asked for at once, and so are all slices, or no answer comes: with the root,
      // a part and the metadata, one request each, that makes the round trips.
      server.answerTogether(request -> request.startsWith("keys-"), segments);
      server.answerTogether(
          request -> request.startsWith("part-") && first(request) >= shard.prefixLength(0),
          slices);
      try (PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
        Sample sample = dataset.sample(shard.key(ordinal), Fidelity.group(group));
        assertArrayEquals(shard.expected(ordinal, group), ThreeShards.bytes(sample.file()));
      }
      assertEquals(
          1 + segments + parts + 1 + slices, server.requests().size(), server.requests()::toString);
    }
  }

  private static long first(String request) {
    String range = request.substring(request.lastIndexOf(' ') + 1);
    return Long.parseLong(range.substring(0, range.indexOf('-')));
  }
}
