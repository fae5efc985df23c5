package io.pcr.format.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexListener;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.IndexProblem;
import io.pcr.format.index.IndexSource;
import io.pcr.format.index.KeyMatch;
import io.pcr.format.index.ListedShards;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.index.ShardTable;
import io.pcr.format.index.SyntheticDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexDirectoryTest {
  private static final SyntheticDataset DATASET = SyntheticDataset.of(3000, 128);

  @TempDir private Path directory;
  private final List<IndexFinding> findings = Collections.synchronizedList(new ArrayList<>());
  private final List<Boolean> permanents = Collections.synchronizedList(new ArrayList<>());
  private final IndexListener listener =
      (file, finding, permanent) -> {
        findings.add(finding);
        permanents.add(permanent);
      };

  @ParameterizedTest
  @EnumSource(
      value = IndexPolicy.class,
      names = {"REBUILD", "TEMPORARY"})
  void everySampleIsFoundByKeyNumberAndLabel(IndexPolicy policy) throws IOException {
    try (SampleIndex index =
        IndexDirectory.open(directory, DATASET.withPositions(), policy, listener)) {
      requireComplete(index, DATASET);
      for (long number = 0; number < DATASET.samples(); number++) {
        assertEquals(
            Optional.of(DATASET.position(number)), index.position(index.shards().locate(number)));
      }
    }
  }

  private static void requireComplete(SampleIndex index, SyntheticDataset dataset)
      throws IOException {
    assertEquals(dataset.identity(), index.identity());
    assertEquals(ShardTable.of(dataset), index.shards());
    Map<Long, List<Long>> byLabel = new TreeMap<>();
    for (long number = 0; number < dataset.samples(); number++) {
      SampleLocation location = index.shards().locate(number);
      assertEquals(Optional.of(new KeyMatch(location, true)), index.find(dataset.key(number)));
      byLabel.computeIfAbsent(dataset.label(number), label -> new ArrayList<>()).add(number);
    }
    Map<Long, List<Long>> found = new TreeMap<>();
    index.forEachLabel(
        (label, samples) -> {
          found.put(label, index.samples(label).boxed().toList());
          assertEquals(samples, found.get(label).size());
          assertEquals(samples, index.labelCount(label));
        });
    assertEquals(byLabel, found);
  }

  @Test
  void keyThatIsNotThereIsNotFound() throws IOException {
    try (SampleIndex index = rebuilt(DATASET)) {
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
    try (SampleIndex index = rebuilt(new ListedShards().shard("a.pcr", keys))) {
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
    try (SampleIndex index = rebuilt(new ListedShards().shard("a.pcr", keys))) {
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
            .shard("b.pcr", List.of("d", "e", "f"), 5, Long.MIN_VALUE + 1, ShardKeys.NO_LABEL);
    try (SampleIndex index = rebuilt(source)) {
      List<Long> labels = new ArrayList<>();
      index.forEachLabel((label, samples) -> labels.add(label));
      assertEquals(List.of(Long.MIN_VALUE + 1, -7L, 5L, Long.MAX_VALUE), labels);
      assertArrayEquals(new long[] {0, 3}, index.samples(5, 0, 10));
      assertArrayEquals(new long[] {3}, index.samples(5, 1, 10));
      assertArrayEquals(new long[] {}, index.samples(5, 2, 10));
      assertEquals(0, index.labelCount(ShardKeys.NO_LABEL));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 119, 120, 121, 240, 1000, 2500})
  void anyPageOfALabelsSamplesIsReadable(int samples) throws IOException {
    List<String> keys = LongStream.range(0, samples).mapToObj(i -> "key-" + i).toList();
    long[] labels = new long[samples];
    try (SampleIndex index = rebuilt(new ListedShards().shard("a.pcr", keys, labels))) {
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
    try (SampleIndex index = rebuilt(new ListedShards())) {
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
    assertEquals(ErrorCode.DUPLICATE, e.code());
    assertEquals("\"dog?.jpg\" in sample 2 of b.pcr", e.stored());
    assertEquals("unique, but it is also sample 1 of a.pcr", e.computed());
    assertEquals("b.pcr", e.source());
    assertNothingLeft();
  }

  @Test
  void shardWithAnotherNumberOfSamplesThanTheManifestSaysIsRefused() {
    ListedShards.Listed sample = new ListedShards.Listed("a", 1);
    for (int stated : new int[] {0, 2}) {
      IndexSource source = new ListedShards().shard("a.pcr", List.of(sample), stated);
      PcrException e =
          assertThrows(PcrException.Corrupt.class, () -> IndexDirectory.rebuild(directory, source));
      assertEquals(ErrorCode.LENGTH_MISMATCH, e.code());
      assertEquals("a.pcr", e.source());
    }
  }

  @Test
  void keyOfNoBytesOrTooManyIsRefused() {
    for (int length : new int[] {0, 65536}) {
      IndexSource source = new ListedShards().shard("a.pcr", List.of("k".repeat(length)));
      PcrException e =
          assertThrows(PcrException.Corrupt.class, () -> IndexDirectory.rebuild(directory, source));
      assertEquals(ErrorCode.VALUE_OUT_OF_RANGE, e.code());
    }
  }

  // Covers G-6
  @Test
  void missingIndexIsBuiltWithANoticeAndNextTimeUsed() throws IOException {
    IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD, listener).close();
    assertEquals(List.of(IndexProblem.MISSING), problems());
    assertEquals(List.of(true), permanents);
    IndexDirectory.open(directory, DATASET, IndexPolicy.FAIL, listener).close();
    assertEquals(1, findings.size());
    assertEquals(Optional.empty(), IndexDirectory.check(directory, DATASET));
    assertNothingLeft("index.lmdb", "index.lmdb.sum");
  }

  @Test
  void failPolicyNamesTheProblem() {
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> IndexDirectory.open(directory, DATASET, IndexPolicy.FAIL, listener));
    assertTrue(e.stored().startsWith("MISSING: "), e.getMessage());
    assertEquals(List.of(), findings);
  }

  // Covers R-INDEX-2
  @Test
  void indexOfAnEarlierGenerationIsReplacedAndThatOfALaterIsLeftAlone() throws IOException {
    IndexDirectory.rebuild(directory, DATASET.generation(5));
    try (SampleIndex index =
        IndexDirectory.open(directory, DATASET.generation(4), IndexPolicy.REBUILD, listener)) {
      requireComplete(index, DATASET.generation(4));
    }
    assertEquals(Optional.empty(), IndexDirectory.check(directory, DATASET.generation(5)));
    try (SampleIndex index =
        IndexDirectory.open(directory, DATASET.generation(6), IndexPolicy.REBUILD, listener)) {
      requireComplete(index, DATASET.generation(6));
    }
    assertEquals(Optional.empty(), IndexDirectory.check(directory, DATASET.generation(6)));
    assertEquals(List.of(IndexProblem.NEWER_GENERATION, IndexProblem.OLDER_GENERATION), problems());
    assertEquals(List.of(false, true), permanents);
  }

  @Test
  void indexOfAnotherDatasetOrOtherShardsIsReplaced() throws IOException {
    IndexDirectory.rebuild(directory, SyntheticDataset.of(10, 10));
    IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD, listener).close();
    IndexDirectory.open(directory, SyntheticDataset.of(3000, 100), IndexPolicy.REBUILD, listener)
        .close();
    assertEquals(List.of(IndexProblem.OTHER_DATASET, IndexProblem.OTHER_SHARDS), problems());
  }

  @Test
  void directoryThatCannotBeWrittenFailsClearlyOrGetsATemporaryIndex() throws IOException {
    // A directory in the place of the lock file stands for missing rights, which root would not
    // miss.
    Files.createDirectory(directory.resolve(".index.lock"));
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD, listener));
    String said = "the index cannot be written in " + directory + ": ";
    assertTrue(e.getMessage().contains(said), e.getMessage());
    try (SampleIndex index =
        IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD_OR_TEMPORARY, listener)) {
      requireComplete(index, DATASET);
    }
    assertEquals(List.of(false), permanents);
    IOException rebuilding =
        assertThrows(IOException.class, () -> IndexDirectory.rebuild(directory, DATASET));
    assertTrue(rebuilding.getMessage().startsWith(said), rebuilding.getMessage());
  }

  @Test
  void directoryThatDoesNotExistFailsClearly() {
    Path missing = directory.resolve("missing");
    assertThrows(
        PcrException.Corrupt.class,
        () -> IndexDirectory.open(missing, DATASET, IndexPolicy.REBUILD, listener));
  }

  @Test
  void leftoversOfAKilledBuildAreCleared() throws IOException {
    Path scratch = Files.createDirectory(directory.resolve(".index.tmp"));
    Files.writeString(scratch.resolve("environment"), "half");
    Files.writeString(scratch.resolve("keys-0.run"), "half");
    IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD, listener).close();
    assertNothingLeft("index.lmdb", "index.lmdb.sum");
  }

  /**
   * As a process killed there would leave it, but for the scratch directory, which a kill leaves
   * too.
   */
  @Test
  void publishingThatEndsBeforeAnyStepLeavesTheOldIndexOrOneThatIsRefuted() throws IOException {
    IndexDirectory.rebuild(directory, DATASET.generation(1));
    List<String> steps = new ArrayList<>();
    IndexDirectory.rebuild(
        directory,
        DATASET.generation(2),
        (step, file) -> steps.add(step + " " + file.getFileName()));
    assertEquals(6, steps.size(), steps.toString());
    for (int last = 0; last < steps.size(); last++) {
      IndexDirectory.rebuild(directory, DATASET.generation(1));
      AtomicInteger left = new AtomicInteger(last);
      DurableSteps failing =
          (step, file) -> {
            if (left.getAndDecrement() == 0) {
              throw new IOException("killed before " + step + " " + file);
            }
          };
      assertThrows(
          IOException.class,
          () -> IndexDirectory.rebuild(directory, DATASET.generation(2), failing));
      try (SampleIndex index =
          IndexDirectory.open(directory, DATASET.generation(2), IndexPolicy.REBUILD, listener)) {
        requireComplete(index, DATASET.generation(2));
      }
    }
  }

  @Test
  void samePlaceUnderTwoNamesIsPublishedByOneAtATime() throws Exception {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path alias = Files.createSymbolicLink(directory.resolve("alias"), real);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> rebuilds = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Path name = i % 2 == 0 ? real : alias;
        rebuilds.add(
            threads.submit(
                () -> {
                  IndexDirectory.rebuild(name, DATASET);
                  return name;
                }));
      }
      for (Future<?> rebuild : rebuilds) {
        rebuild.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(Optional.empty(), IndexDirectory.check(alias, DATASET));
  }

  @Test
  void useAfterCloseIsRefusedAndClosingTwiceIsFine() throws IOException {
    SampleIndex index = rebuilt(DATASET);
    SampleIndex other = IndexDirectory.open(directory, DATASET, IndexPolicy.FAIL, listener);
    index.close();
    index.close();
    assertThrows(IllegalStateException.class, () -> index.find("a"));
    assertThrows(IllegalStateException.class, () -> index.labelCount(1));
    assertThrows(IllegalStateException.class, () -> index.samples(1, 0, 1));
    assertThrows(IllegalStateException.class, () -> index.forEachLabel((label, samples) -> {}));
    assertThrows(IllegalStateException.class, () -> index.position(new SampleLocation(0, 0)));
    requireComplete(other, DATASET);
    other.close();
    assertThrows(IllegalStateException.class, () -> other.find("a"));
  }

  @Test
  void closingWhileOthersReadNeverKillsTheProcess() throws Exception {
    IndexDirectory.rebuild(directory, DATASET);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 50; round++) {
        SampleIndex index = IndexDirectory.open(directory, DATASET, IndexPolicy.FAIL, listener);
        List<Future<Long>> readers = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
          readers.add(threads.submit(() -> readUntilClosed(index)));
        }
        while (index.find(DATASET.key(round)).isEmpty()) {
          Thread.onSpinWait();
        }
        index.close();
        for (Future<Long> reader : readers) {
          assertTrue(reader.get() >= 0);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static long readUntilClosed(SampleIndex index) throws IOException {
    long reads = 0;
    while (true) {
      try {
        assertTrue(index.find(DATASET.key(reads % DATASET.samples())).isPresent());
        index.samples(0, 0, 500);
        reads++;
      } catch (IllegalStateException closed) {
        return reads;
      }
    }
  }

  // Covers R-INDEX-3
  @Test
  void readersSeeWholeGenerationsWhileOthersArePublished() throws Exception {
    IndexDirectory.rebuild(directory, DATASET.generation(1));
    SampleIndex first =
        IndexDirectory.open(directory, DATASET.generation(1), IndexPolicy.FAIL, listener);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> reader =
          threads.submit(
              () -> {
                int opened = 0;
                while (!stop.get()) {
                  for (long generation = 1; generation <= 12; generation++) {
                    SyntheticDataset wanted = DATASET.generation(generation);
                    try (SampleIndex index =
                        IndexDirectory.open(directory, wanted, IndexPolicy.FAIL, listener)) {
                      requireComplete(index, wanted);
                      opened++;
                    } catch (PcrException.Corrupt notThisGeneration) {
                      assertTrue(
                          notThisGeneration.stored().contains("_GENERATION"),
                          notThisGeneration.getMessage());
                    }
                  }
                }
                return opened;
              });
      for (long generation = 2; generation <= 12; generation++) {
        IndexDirectory.rebuild(directory, DATASET.generation(generation));
        assertInstanceOf(KeyMatch.class, first.find(DATASET.key(generation)).orElseThrow());
      }
      stop.set(true);
      assertTrue(reader.get() > 0);
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    requireComplete(first, DATASET.generation(1));
    first.close();
  }

  @Test
  void manyThreadsThatMissTheIndexBuildItOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<SampleIndex>> opens = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opens.add(
            threads.submit(
                () -> IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD, listener)));
      }
      for (Future<SampleIndex> open : opens) {
        try (SampleIndex index = open.get()) {
          assertTrue(index.find(DATASET.key(1)).isPresent());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(1, findings.size());
  }

  @Test
  void sameSourceGivesTheSameBytes(@TempDir Path other) throws IOException {
    IndexDirectory.rebuild(directory, DATASET);
    IndexDirectory.rebuild(other, DATASET);
    assertEquals(
        -1, Files.mismatch(directory.resolve("index.lmdb.sum"), other.resolve("index.lmdb.sum")));
  }

  @Test
  void temporaryIndexLeavesNoFile() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long before = scratchDirectories(temporary);
    try (SampleIndex index =
        IndexDirectory.open(directory, DATASET, IndexPolicy.TEMPORARY, listener)) {
      assertEquals(before, scratchDirectories(temporary));
      assertTrue(index.find(DATASET.key(0)).isPresent());
    }
    assertFalse(Files.exists(directory.resolve("index.lmdb")));
  }

  private static long scratchDirectories(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.getFileName().toString().startsWith("pcr-index-")).count();
    }
  }

  private SampleIndex rebuilt(IndexSource source) throws IOException {
    IndexDirectory.rebuild(directory, source);
    return IndexDirectory.open(directory, source, IndexPolicy.FAIL, listener);
  }

  private List<IndexProblem> problems() {
    return findings.stream().map(IndexFinding::problem).toList();
  }

  private void assertNothingLeft(String... expected) {
    List<String> names = new ArrayList<>(List.of(expected));
    names.add(0, ".index.lock");
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(names, files.map(file -> file.getFileName().toString()).sorted().toList());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
