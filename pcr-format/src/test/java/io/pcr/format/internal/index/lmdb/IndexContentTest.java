package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.index.ListedShards;
import io.pcr.format.internal.index.SampleIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an index finds, and what none can be built of. */
class IndexContentTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(
      value = IndexPolicy.class,
      names = {"REBUILD", "TEMPORARY"})
  void everySampleIsFoundByKeyNumberAndLabel(IndexPolicy policy) throws IOException {
    try (SampleIndex index =
        IndexDirectory.open(
            directory, Indexes.DATASET.withPositions(), policy, IndexListener.SILENT)) {
      Indexes.requireComplete(index, Indexes.DATASET);
      for (long number = 0; number < Indexes.DATASET.samples(); number++) {
        assertEquals(
            Optional.of(Indexes.DATASET.position(number)),
            index.position(index.shards().locate(number)));
      }
    }
  }

  @Test
  void keyThatIsNotThereIsNotFound() throws IOException {
    try (SampleIndex index = Indexes.rebuilt(directory, Indexes.DATASET)) {
      assertEquals(Optional.empty(), index.find("n00000000/x.JPEG"));
      assertEquals(Optional.empty(), index.find(""));
      assertEquals(Optional.empty(), index.find(new byte[65536]));
      assertEquals(0, index.labelCount(99));
      assertEquals(0, index.samples(99, 0, 10).length);
      assertEquals(Optional.empty(), index.position(new SampleLocation(0, 0)));
    }
  }

  // Covers R-INDEX-4
  @Test
  void keysOfEveryLengthAreFoundAndLongOnesAreToBeCompared() throws IOException {
    List<String> keys = new ArrayList<>();
    for (int length : new int[] {1, 2, 510, 511, 512, 513, 4096, 65535}) {
      keys.add("k".repeat(length));
    }
    try (SampleIndex index = Indexes.rebuilt(directory, new ListedShards().shard("a.pcr", keys))) {
      for (int i = 0; i < keys.size(); i++) {
        boolean exact = keys.get(i).length() <= 511;
        assertEquals(
            Optional.of(new KeyMatch(new SampleLocation(0, i), exact)), index.find(keys.get(i)));
      }
      assertEquals(Optional.empty(), index.find("k".repeat(600)));
    }
  }

  @Test
  void keysAreBytesAndNeverPathsOrText() throws IOException {
    List<String> keys =
        List.of(
            "../../etc/passwd",
            "a\u0000b",
            "\u00e9",
            "e\u0301",
            "\ud83d\ude00",
            " ",
            "A",
            "a",
            "/");
    try (SampleIndex index = Indexes.rebuilt(directory, new ListedShards().shard("a.pcr", keys))) {
      for (int i = 0; i < keys.size(); i++) {
        assertEquals(i, index.find(keys.get(i)).orElseThrow().location().ordinal());
      }
    }
  }

  @Test
  void labelsOfAnySignComeInOrderAndSamplesWithoutLabelHaveNone() throws IOException {
    ListedShards source =
        new ListedShards()
            .shard("a.pcr", List.of("a", "b", "c"), 5, -7, Long.MAX_VALUE)
            .shard("empty.pcr", List.of())
            .shard("b.pcr", List.of("d", "e", "f"), 5, Long.MIN_VALUE);
    try (SampleIndex index = Indexes.rebuilt(directory, source)) {
      List<Long> labels = new ArrayList<>();
      index.forEachLabel((label, samples) -> labels.add(label));
      assertEquals(List.of(Long.MIN_VALUE, -7L, 5L, Long.MAX_VALUE), labels);
      assertArrayEquals(new long[] {0, 3}, index.samples(5, 0, 10));
      assertArrayEquals(new long[] {3}, index.samples(5, 1, 10));
      assertArrayEquals(new long[] {}, index.samples(5, 2, 10));
      assertEquals(0, index.labelCount(0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 119, 120, 121, 240, 1000, 2500})
  void anyPageOfALabelsSamplesIsReadable(int samples) throws IOException {
    List<String> keys = LongStream.range(0, samples).mapToObj(i -> "key-" + i).toList();
    long[] labels = new long[samples];
    try (SampleIndex index =
        Indexes.rebuilt(directory, new ListedShards().shard("a.pcr", keys, labels))) {
      for (int from = 0; from <= samples; from += 37) {
        for (int max : new int[] {0, 1, 120, 500}) {
          assertArrayEquals(
              LongStream.range(from, Math.min(samples, (long) from + max)).toArray(),
              index.samples(0, from, max));
        }
      }
      assertArrayEquals(LongStream.range(0, samples).toArray(), index.samples(0).toArray());
    }
  }

  @Test
  void emptyDatasetHasAnIndex() throws IOException {
    try (SampleIndex index = Indexes.rebuilt(directory, new ListedShards())) {
      assertEquals(0, index.shards().sampleCount());
      assertEquals(Optional.empty(), index.find("a"));
      index.forEachLabel((label, samples) -> assertEquals(0, samples));
    }
  }

  @Test
  void keyThatStandsTwiceIsRefusedWithBothPlaces() {
    ListedShards source =
        new ListedShards()
            .shard("a.pcr", List.of("x", "dog\n.jpg"))
            .shard("b.pcr", List.of("y", "z", "dog\n.jpg"));
    PcrException e =
        assertThrows(PcrException.Corrupt.class, () -> IndexDirectory.rebuild(directory, source));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("\"dog?.jpg\" in sample 2 of b.pcr", e.stored());
    assertEquals("unique, but it is also sample 1 of a.pcr", e.computed());
    assertEquals("b.pcr", e.source());
    Indexes.assertFiles(directory);
  }

  @Test
  void shardWithAnotherNumberOfSamplesThanTheManifestSaysIsRefused() {
    ListedShards.Listed sample = new ListedShards.Listed("a", OptionalLong.of(1));
    for (int stated : new int[] {0, 2}) {
      IndexSource source = new ListedShards().shard("a.pcr", List.of(sample), stated);
      PcrException e =
          assertThrows(PcrException.Corrupt.class, () -> IndexDirectory.rebuild(directory, source));
      assertEquals(ErrorCode.MALFORMED, e.code());
      assertEquals("a.pcr", e.source());
    }
  }

  @Test
  void keyOfNoBytesOrTooManyIsRefused() {
    for (int length : new int[] {0, 65536}) {
      IndexSource source = new ListedShards().shard("a.pcr", List.of("k".repeat(length)));
      PcrException e =
          assertThrows(PcrException.Corrupt.class, () -> IndexDirectory.rebuild(directory, source));
      assertEquals(ErrorCode.MALFORMED, e.code());
    }
  }
}
