package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.index.ShardTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that grows: from the published one and the shards that it does not have. */
class IndexGrowthTest {
  @TempDir private Path directory;

  /** A sample; with or without a label, with or without a position. */
  private record Entry(String key, OptionalLong label, Optional<RecordPosition> position) {}

  /** A dataset of as many of its shards as a generation has; it counts which of them are read. */
  private static final class Growing implements IndexSource {
    private final List<List<Entry>> shards = new ArrayList<>();
    private final Set<Integer> read = new HashSet<>();
    private long generation = 1;
    private int shown;

    Growing shard(Entry... samples) {
      return shard(List.of(samples));
    }

    Growing shard(List<Entry> samples) {
      shards.add(samples);
      shown = shards.size();
      return this;
    }

    Growing next() {
      generation++;
      read.clear();
      return this;
    }

    @Override
    public IndexIdentity identity() {
      return new IndexIdentity(new UUID(1, 2), generation);
    }

    @Override
    public List<ShardKeys> shards() {
      List<ShardKeys> keys = new ArrayList<>();
      for (int i = 0; i < shown; i++) {
        keys.add(new Keys(i));
      }
      return keys;
    }

    private final class Keys implements ShardKeys {
      private final int number;

      Keys(int number) {
        this.number = number;
      }

      @Override
      public ShardTable.Entry entry() {
        return new ShardTable.Entry("part-" + number, NO_UUID, shards.get(number).size());
      }

      @Override
      public void forEachSample(SampleConsumer consumer) throws IOException {
        read.add(number);
        for (Entry sample : shards.get(number)) {
          byte[] key = sample.key().getBytes(StandardCharsets.UTF_8);
          if (sample.position().isPresent()) {
            consumer.sample(key, sample.label(), sample.position().get());
          } else {
            consumer.sample(key, sample.label());
          }
        }
      }
    }
  }

  private static Entry entry(String key, long label) {
    return new Entry(key, OptionalLong.of(label), Optional.empty());
  }

  private static void publish(Path directory, IndexSource source, DurableSteps steps)
      throws IOException {
    try (BuiltIndex built = IndexDirectory.build(directory, source, steps)) {
      built.publish();
    }
  }

  @Property(tries = 60)
  void grownIndexHoldsWhatOneOfAllShardsHolds(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 5) int steps) throws IOException {
    Path folder = Files.createTempDirectory("growth");
    Path fresh = Files.createTempDirectory("fresh");
    Growing source = new Growing();
    int keys = 0;
    for (int step = 0; step < steps; step++) {
      for (int shard = random.nextInt(4); shard > 0; shard--) {
        List<Entry> samples = new ArrayList<>();
        boolean hasPositions = random.nextBoolean();
        for (int sample = random.nextInt(300); sample > 0; sample--) {
          String key = Integer.toHexString(Integer.reverse(keys++));
          String padding = random.nextInt(20) == 0 ? "x".repeat(600) : "";
          OptionalLong label =
              random.nextInt(5) == 0
                  ? OptionalLong.empty()
                  : OptionalLong.of(random.nextInt(3) * 7L - 7);
          samples.add(
              new Entry(
                  key + padding,
                  label,
                  hasPositions
                      ? Optional.of(new RecordPosition(keys * 10L, keys % 3, 9))
                      : Optional.empty()));
        }
        source.shard(samples);
      }
      publish(folder, source.next(), DurableSteps.NONE);
    }
    IndexDirectory.rebuild(fresh, source);
    assertEquals(contents(fresh, source), contents(folder, source));
    requireAllFound(folder, source);
    delete(folder);
    delete(fresh);
  }

  private static void requireAllFound(Path folder, Growing source) throws IOException {
    try (SampleIndex index = open(folder, source)) {
      for (int shard = 0; shard < source.shards.size(); shard++) {
        for (int i = 0; i < source.shards.get(shard).size(); i++) {
          Entry sample = source.shards.get(shard).get(i);
          SampleLocation location = new SampleLocation(shard, i);
          assertEquals(location, index.find(sample.key()).orElseThrow().location());
          assertEquals(sample.position(), index.position(location));
        }
      }
    }
  }

  private static SampleIndex open(Path folder, IndexSource source) throws IOException {
    return IndexDirectory.open(folder, source, IndexPolicy.FAIL, IndexListener.SILENT);
  }

  private static String contents(Path folder, IndexSource source) throws IOException {
    try (SampleIndex index = open(folder, source)) {
      Map<String, String> keys = new TreeMap<>();
      index.forEachKey(
          (location, key) ->
              keys.put(
                  location.toString(),
                  key.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("hash")));
      Map<Long, List<Long>> labels = new TreeMap<>();
      index.forEachLabel(
          (label, samples) -> {
            labels.put(label, index.samples(label).boxed().toList());
            assertEquals(samples, labels.get(label).size());
          });
      return index.shards().entries() + "\n" + keys + "\n" + labels;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void onlyNewShardsAreRead() throws IOException {
    Growing source = new Growing().shard(entry("a", 1)).shard(entry("b", 1));
    publish(directory, source, DurableSteps.NONE);
    assertEquals(Set.of(0, 1), source.read);
    publish(directory, source.next().shard(entry("c", 2)), DurableSteps.NONE);
    assertEquals(Set.of(2), source.read);
    publish(directory, source.next(), DurableSteps.NONE);
    assertEquals(Set.of(), source.read);
    // A reader that finds the index of an earlier generation lets it grow, too.
    source.next().shard(entry("d", 2));
    IndexDirectory.open(directory, source, IndexPolicy.REBUILD, IndexListener.SILENT).close();
    assertEquals(Set.of(3), source.read);
    source.read.clear();
    IndexDirectory.rebuild(directory, source);
    assertEquals(Set.of(0, 1, 2, 3), source.read);
  }

  @Test
  void indexThatIsDamagedOrOfOtherShardsIsBuiltFromAllShards() throws IOException {
    Growing source = new Growing().shard(entry("a", 1));
    publish(directory, source, DurableSteps.NONE);
    Path file = directory.resolve(IndexDirectory.FILE_NAME);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    publish(directory, source.next().shard(entry("b", 1)), DurableSteps.NONE);
    assertEquals(Set.of(0, 1), source.read);
    Files.delete(directory.resolve(IndexDirectory.SIDECAR_NAME));
    publish(directory, source.next(), DurableSteps.NONE);
    assertEquals(Set.of(0, 1), source.read);
    Growing other = new Growing().shard(entry("a", 1), entry("c", 1)).shard(entry("b", 1));
    publish(directory, other.next(), DurableSteps.NONE);
    assertEquals(Set.of(0, 1), other.read);
    other.next().shown = 1;
    publish(directory, other, DurableSteps.NONE);
    assertEquals(Set.of(0), other.read);
  }

  @Test
  void keyThatIsInAnOlderShardIsNamedWithBothPlacesAndThePublishedIndexStays() throws IOException {
    Growing source = new Growing().shard(entry("a", 1), entry("b", 1));
    publish(directory, source, DurableSteps.NONE);
    byte[] before = Files.readAllBytes(directory.resolve(IndexDirectory.FILE_NAME));
    source.next().shard(entry("c", 1), entry("b", 1));
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class, () -> publish(directory, source, DurableSteps.NONE));
    assertEquals("\"b\" in sample 1 of part-1", e.stored());
    assertEquals("unique, but it is also sample 1 of part-0", e.computed());
    assertArrayEquals(before, Files.readAllBytes(directory.resolve(IndexDirectory.FILE_NAME)));
    Indexes.assertFiles(directory, "index.lmdb", "index.lmdb.sum");
  }

  /** A growth that ends at any step leaves the old index, or the new one, and never one changed. */
  @Test
  void growthThatEndsBeforeAnyStepLeavesAWholeIndex() throws IOException {
    Growing source = new Growing().shard(entry("a", 1)).shard(entry("b", 2));
    source.shown = 1;
    publish(directory, source, DurableSteps.NONE);
    Path file = directory.resolve(IndexDirectory.FILE_NAME);
    byte[] old = Files.readAllBytes(file);
    List<String> steps = new ArrayList<>();
    source.next().shown = 2;
    publish(directory, source, (step, path) -> steps.add(step + " " + path.getFileName()));
    assertEquals(6, steps.size(), steps.toString());
    byte[] grown = Files.readAllBytes(file);
    for (int last = 0; last < steps.size(); last++) {
      source.generation = 1;
      source.shown = 1;
      IndexDirectory.rebuild(directory, source);
      AtomicInteger left = new AtomicInteger(last);
      source.next().shown = 2;
      assertThrows(
          IOException.class,
          () ->
              publish(
                  directory,
                  source,
                  (step, path) -> {
                    if (left.getAndDecrement() == 0) {
                      throw new IOException("killed before " + step + " " + path);
                    }
                  }));
      byte[] now = Files.readAllBytes(file);
      assertTrue(
          Arrays.equals(old, now) || Arrays.equals(grown, now),
          "changed in place before step " + last);
      publish(directory, source, DurableSteps.NONE);
      requireAllFound(directory, source);
    }
  }

  @Test
  void indexThatIsOpenKeepsWhatItHasWhileItsFileGrows() throws IOException {
    Growing source = new Growing().shard(entry("a", 1));
    publish(directory, source, DurableSteps.NONE);
    try (SampleIndex old = open(directory, source)) {
      publish(directory, source.next().shard(entry("b", 1)), DurableSteps.NONE);
      assertEquals(Optional.empty(), old.find("b"));
      assertEquals(new SampleLocation(0, 0), old.find("a").orElseThrow().location());
      try (SampleIndex grown = open(directory, source)) {
        assertEquals(new SampleLocation(1, 0), grown.find("b").orElseThrow().location());
      }
    }
  }
}
