package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Some samples of a shard, read together. */
class SomeSamplesTest {
  private static final TestShard SHARD = TestShard.ofNoise(9, 40, 60);

  /**
   * Of the first groups, each has slices; they are so large that none is read for its neighbours.
   */
  private static final TestShard LARGE = TestShard.ofNoise(1234, 6, 200_000);

  private static ContainerShard open(byte[] bytes, ReaderContext context) {
    return open(new MemoryByteSource("shard.pcr", ByteBuffer.wrap(bytes)), context);
  }

  private static ContainerShard open(ByteSource source, ReaderContext context) {
    return new ContainerShard("shard.pcr", Optional.empty(), () -> source, context);
  }

  @Property(tries = 300)
  void areWhatTheyAreWhenReadWithAllOthers(
      @ForAll @IntRange(min = 1, max = 8) int group,
      @ForAll @IntRange(max = 40) int count,
      @ForAll long seed)
      throws IOException {
    int[] ordinals = IntStream.range(0, 40).toArray();
    shuffle(ordinals, new Random(seed));
    int[] wanted = Arrays.copyOf(ordinals, count);
    if (seed % 2 == 0) {
      Arrays.sort(wanted);
    }
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard = open(SHARD.bytes(), context);
      assertTrue(shard.isDivisible());
      try (ShardReader reader = shard.read(wanted, Fidelity.group(group), OnDamage.FAIL)) {
        assertEquals(count, reader.sampleCount());
        int number = 0;
        for (Sample sample : reader) {
          int ordinal = wanted[number++];
          assertEquals(ordinal, sample.ordinal());
          assertEquals(SHARD.key(ordinal), sample.key());
          byte[] file = new byte[sample.length()];
          sample.file().get(file);
          assertArrayEquals(SHARD.expected(ordinal, group), file);
        }
        assertEquals(count, number);
      }
      assertEquals(0, context.buffersInUse());
    }
  }

  private static void shuffle(int[] values, Random random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = values[i];
      values[i] = values[j];
      values[j] = kept;
    }
  }

  @Test
  void neighboursTakeOneReadAGroup() throws IOException {
    RecordingByteSource source =
        new RecordingByteSource(new MemoryByteSource("shard.pcr", ByteBuffer.wrap(LARGE.bytes())));
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard = open(source, context);
      shard.file();
      source.clear();
      shard.read(new int[] {0, 1, 2}, Fidelity.group(2), OnDamage.FAIL).close();
      List<RecordingByteSource.Read> expected = new ArrayList<>();
      for (int group = 1; group <= 2; group++) {
        long from = LARGE.file().layout().slicePosition(group, 0);
        long to = LARGE.file().layout().slicePosition(group, 3);
        expected.add(new RecordingByteSource.Read(from, (int) (to - from)));
      }
      assertEquals(expected, source.reads());
    }
  }

  @Test
  void damageOfOneSampleIsThatSamplesAlone() throws IOException {
    byte[] bytes = SHARD.bytes();
    int victim = 5;
    int at = (int) SHARD.file().layout().slicePosition(1, victim);
    bytes[at] ^= 1;
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard = open(bytes, context);
      int[] wanted = {4, victim, 6};
      try (ShardReader reader = shard.read(wanted, Fidelity.FULL, OnDamage.SKIP)) {
        assertTrue(reader.sample(0).isPresent());
        assertFalse(reader.sample(1).isPresent());
        assertTrue(reader.sample(2).isPresent());
      }
      try (ShardReader reader = shard.read(wanted, Fidelity.FULL, OnDamage.FAIL)) {
        PcrException.Corrupt damage =
            assertThrows(PcrException.Corrupt.class, () -> reader.sample(1));
        assertEquals(at, damage.offset());
      }
    }
  }

  @Test
  void aShardThatIsCutGivesWhatIsBeforeTheCut() throws IOException {
    int cut = (int) SHARD.file().layout().slicePosition(2, 20);
    byte[] bytes = Arrays.copyOf(SHARD.bytes(), cut);
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard = open(bytes, context);
      int[] wanted = {0, 1, 38, 39};
      try (ShardReader reader = shard.read(wanted, Fidelity.group(2), OnDamage.DEGRADE)) {
        List<Integer> groups =
            List.of(reader.sample(0).orElseThrow().group(), reader.sample(3).orElseThrow().group());
        assertEquals(List.of(2, 1), groups);
      }
      assertThrows(
          PcrException.Truncated.class, () -> shard.read(wanted, Fidelity.group(2), OnDamage.FAIL));
      assertEquals(0, context.buffersInUse());
    }
  }

  @Test
  void positionsBeyondTheShardAreRejected() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      ContainerShard shard = open(SHARD.bytes(), context);
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> shard.read(new int[] {40}, Fidelity.FULL, OnDamage.FAIL));
      assertThrows(
          IllegalArgumentException.class,
          () -> shard.read(new int[] {0}, Fidelity.group(TestShard.GROUPS + 1), OnDamage.FAIL));
      assertEquals(0, context.buffersInUse());
    }
  }
}
