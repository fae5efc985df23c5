package io.pcr.format.internal.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.manifest.KeySegment;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeySegmentMergeTest {
  /** Files of segments, by their names; each name is given once. */
  private final Map<String, byte[]> files = new HashMap<>();

  private final Set<Long> listedShards = new HashSet<>();
  private List<KeySegment> segments = List.of();
  private long nextShard;
  private long written;

  /** Covers R-KEYS-3 and R-KEYS-5. */
  @Property(tries = 60)
  void eachSampleOfAListedShardStaysInOneOfEightSegments(
      @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 400) Integer> additions,
      @ForAll long seed)
      throws IOException {
    KeySegmentMergeTest dataset = new KeySegmentMergeTest();
    Random random = new Random(seed);
    Map<Long, Integer> samples = new HashMap<>();
    for (int samplesOfShard : additions) {
      samples.put(dataset.nextShard, samplesOfShard);
      dataset.add(samplesOfShard, random);
      if (random.nextInt(4) == 0) {
        dataset.listedShards.remove((long) random.nextInt((int) dataset.nextShard));
      }
      assertTrue(dataset.segments.size() <= KeySegment.MAX_SEGMENTS);
      Set<List<Long>> expected = new HashSet<>();
      for (long shard : dataset.listedShards) {
        for (long ordinal = 0; ordinal < samples.get(shard); ordinal++) {
          expected.add(List.of(shard, ordinal));
        }
      }
      assertEquals(expected, dataset.listedSamples());
    }
  }

  /** Equal additions cost each sample the logarithm of their number, not the number. */
  @Test
  void keysAreWrittenAgainOnlyNowAndThen() throws IOException {
    for (int i = 0; i < 256; i++) {
      add(10, new Random(i));
    }
    assertTrue(written <= 10 * 256 * 6, written + " entries written");
  }

  @Test
  void segmentOfRemovedShardsAloneIsTakenUpAsNothing(@TempDir Path scratch) throws IOException {
    add(10, new Random(1));
    listedShards.clear();
    try (KeyEntries entries = new KeyEntries(scratch)) {
      for (int i = 0; i < 6; i++) {
        entries.add(new KeyEntry(9, 5, i));
      }
      assertEquals(List.of(), merge(entries));
      assertEquals(6, entries.count());
    }
  }

  private void add(int samples, Random random) throws IOException {
    Path scratch = Files.createTempDirectory("merge");
    try (KeyEntries entries = new KeyEntries(scratch, 2000)) {
      for (int ordinal = 0; ordinal < samples; ordinal++) {
        entries.add(new KeyEntry(random.nextLong(), nextShard, ordinal));
      }
      List<KeySegment> kept = new ArrayList<>(merge(entries));
      SegmentFixture segment = SegmentFixture.of(entries);
      KeySegment stated = segment.segment();
      String name = "keys-" + nextShard;
      files.put(name, segment.file());
      kept.add(
          new KeySegment(
              name,
              stated.pageCount(),
              stated.entryLength(),
              stated.entryCount(),
              stated.segmentCrc32c()));
      segments = kept;
      written += stated.entryCount();
    } finally {
      Files.delete(scratch);
    }
    listedShards.add(nextShard++);
  }

  private List<KeySegment> merge(KeyEntries entries) throws IOException {
    return KeySegmentMerge.merge(
        segments,
        SegmentFixture.DATASET,
        segment -> new MemoryByteSource(segment.name(), ByteBuffer.wrap(files.get(segment.name()))),
        shard -> listedShards.contains(shard) ? Integer.MAX_VALUE : NumberedShards.NOT_LISTED,
        entries);
  }

  private Set<List<Long>> listedSamples() throws IOException {
    Set<List<Long>> found = new HashSet<>();
    for (KeySegment segment : segments) {
      for (KeyEntry entry : new SegmentFixture(files.get(segment.name()), segment).entries()) {
        if (listedShards.contains(entry.shardNumber())) {
          assertTrue(found.add(List.of(entry.shardNumber(), entry.ordinal())));
        }
      }
    }
    return found;
  }
}
