package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dataset says of itself, and what one read may ask for. */
class DatasetFactsTest {
  @TempDir Path directory;

  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
  }

  @Test
  void columnsClassNamesAndLabels() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder())) {
      assertEquals(List.of(new ClassName(0, "zero")), dataset.classNames());
      assertEquals(
          ThreeShards.FIRST.file().metadata().columns().stream()
              .map(c -> DatasetColumn.of(c.spec()))
              .toList(),
          dataset.columns());
      TreeMap<Long, Long> expected = new TreeMap<>();
      for (int number = 0; number < dataset.sampleCount(); number++) {
        OptionalLong label = dataset.sample(number, Fidelity.group(1)).label();
        label.ifPresent(l -> expected.merge(l, 1L, Long::sum));
      }
      assertFalse(expected.isEmpty());
      assertEquals(expected, dataset.labels());
    }
  }

  @Test
  void shardIsReadFromASourceThatStaysOpen() throws IOException {
    Path file = written.folder().resolve(TestDataset.name(0));
    try (FileByteSource source = FileByteSource.open(file)) {
      try (PcrDataset dataset = PcrDataset.open(source, ReaderOptions.DEFAULT)) {
        assertEquals(Optional.empty(), dataset.manifest());
        assertArrayEquals(
            ThreeShards.FIRST.expected(3, 4),
            ThreeShards.bytes(dataset.sample(3, Fidelity.group(4)).file()));
      }
      source.readFully(0, ByteBuffer.allocate(8));
    }
  }

  @Test
  void eachReadSaysWhatBecomesOfDamage() throws IOException {
    Path file = written.folder().resolve(TestDataset.name(0));
    byte[] bytes = Files.readAllBytes(file);
    ShardFile first = ThreeShards.FIRST.file();
    int victim =
        IntStream.range(5, first.metadata().sampleCount())
            .filter(sample -> first.metadata().sliceLength(3, sample) > 0)
            .findFirst()
            .orElseThrow();
    int at = (int) first.layout().slicePosition(3, victim);
    bytes[at] ^= 1;
    Files.write(file, bytes);
    try (PcrDataset dataset = PcrDataset.open(written.folder())) {
      Shard shard = dataset.shards().get(0);
      assertThrows(PcrException.Corrupt.class, () -> shard.sample(victim, Fidelity.FULL));
      Sample degraded = shard.sample(victim, Fidelity.FULL, OnDamage.DEGRADE);
      assertTrue(degraded.isDegraded());
      assertArrayEquals(ThreeShards.FIRST.expected(victim, 2), ThreeShards.bytes(degraded.file()));
      assertEquals(2, dataset.sample(victim, Fidelity.FULL, OnDamage.DEGRADE).group());
      try (ShardReader skipping = shard.read(Fidelity.FULL, OnDamage.SKIP)) {
        assertEquals(Optional.empty(), skipping.sample(victim));
        assertEquals(1, skipping.damage().skipped());
      }
      try (ShardReader failing = shard.read(Fidelity.FULL)) {
        assertThrows(PcrException.Corrupt.class, () -> failing.sample(victim));
      }
      assertEquals(new DamageCounts(2, 1), dataset.damage());
    }
  }

  @Test
  void atMostReadsWhatEachShardHas() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder())) {
      Shard shard = dataset.shards().get(0);
      Fidelity more = Fidelity.atMost(Fidelity.MAX_GROUPS);
      assertEquals(shard.prefixLength(Fidelity.FULL), shard.prefixLength(more));
      assertThrows(
          IllegalArgumentException.class,
          () -> shard.read(Fidelity.group(Fidelity.MAX_GROUPS)).close());
      try (ShardReader reader = shard.read(more)) {
        assertEquals(TestShard.GROUPS, reader.sample(0).orElseThrow().group());
      }
    }
  }
}
