package io.pcr.reader.internal.stored;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.TestShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Slices as they lie in a shard's file: where they are, and whether they are intact. */
class StoredSlicesTest {
  private static final int SAMPLES = 12;
  private static final TestShard SHARD = TestShard.ofNoise(5, SAMPLES, 3000);

  private final byte[] bytes = SHARD.bytes();
  private final List<String> reads = new ArrayList<>();

  private ByteSource source() {
    return new MemoryByteSource("shard", ByteBuffer.wrap(bytes));
  }

  /** A source of which some bytes cannot be read, and which notes each read. */
  private ByteSource unreadable(long from, long to) {
    ByteSource memory = source();
    return new ByteSource() {
      @Override
      public long length() throws IOException {
        return memory.length();
      }

      @Override
      public void readFully(long position, ByteBuffer dst) throws IOException {
        reads.add(position + "+" + dst.remaining());
        if (position < to && position + dst.remaining() > from) {
          throw new IOException("bad sector");
        }
        memory.readFully(position, dst);
      }

      @Override
      public void close() throws IOException {
        memory.close();
      }
    };
  }

  private static ShardFile file() {
    return SHARD.file();
  }

  @Test
  void filesAreThoseOfTheShardWhateverTheirOrder() throws IOException {
    SampleFileReader reader = new SampleFileReader(file(), source(), Limits.DEFAULT);
    for (int sample : new Random(1).ints(40, 0, SAMPLES).toArray()) {
      byte[] expected = SHARD.expected(sample, TestShard.GROUPS);
      for (ByteBuffer found : List.of(reader.read(sample), reader.readChecked(sample))) {
        byte[] copy = new byte[found.remaining()];
        found.duplicate().get(copy);
        assertArrayEquals(expected, copy);
      }
    }
  }

  @Test
  void flippedBitOfAnySliceIsCorruptAndNamesIt() throws IOException {
    Random random = new Random(2);
    for (int sample = 0; sample < SAMPLES; sample++) {
      for (int group = 1; group <= TestShard.GROUPS; group++) {
        int length = file().metadata().sliceLength(group, sample);
        if (length == 0) {
          continue;
        }
        int at = (int) file().layout().slicePosition(group, sample) + random.nextInt(length);
        bytes[at] ^= 4;
        SampleFileReader reader = new SampleFileReader(file(), source(), Limits.DEFAULT);
        int damaged = sample;
        PcrException e =
            assertThrows(PcrException.Corrupt.class, () -> reader.readChecked(damaged));
        assertTrue(e.field().endsWith("[group " + group + "][sample " + sample + "]"), e.field());
        reader.read(sample); // Is for those who look at the damage.
        bytes[at] ^= 4;
      }
    }
  }

  @Test
  void sampleThatIsLargerThanTheLimitIsRejectedBeforeItIsRead() throws IOException {
    SampleSlices slices = SampleSlices.all(file(), 0);
    Limits limits = Limits.DEFAULT.withSliceBytes(slices.length() - 1);
    SampleFileReader reader = new SampleFileReader(file(), unreadable(0, 0), limits);
    PcrException.LimitExceeded e =
        assertThrows(PcrException.LimitExceeded.class, () -> reader.read(0));
    assertEquals(Limit.SLICE_BYTES, e.limit());
    assertEquals(List.of(), reads);
  }

  @Test
  void adjacentSlicesAreReadAtOnce() throws IOException {
    TestShard alone = TestShard.ofNoise(6, 1, 3000);
    SampleSlices slices = SampleSlices.all(alone.file(), 0);
    ByteBuffer into = ByteBuffer.allocate((int) slices.length());
    List<String> found = new ArrayList<>();
    slices.read(
        new ByteSource() {
          @Override
          public long length() {
            return alone.bytes().length;
          }

          @Override
          public void readFully(long position, ByteBuffer dst) {
            found.add(position + "+" + dst.remaining());
            dst.put(alone.bytes(), (int) position, dst.remaining());
          }

          @Override
          public void close() {}
        },
        into);
    long start = alone.file().layout().slicePosition(1, 0);
    assertEquals(List.of(start + "+" + slices.length()), found);
    slices.check(into, "alone");
  }

  @Test
  void slicesEndWithinAFileThatIsCutJustBehindThem() {
    SampleSlices slices = new SampleSlices(file(), 3, 2);
    long end = file().layout().slicePosition(2, 3) + file().metadata().sliceLength(2, 3);
    assertTrue(slices.endWithin(end));
    assertFalse(slices.endWithin(end - 1));
  }

  private Set<String> walk(ByteSource from, boolean isAround) throws IOException {
    Set<String> found = new TreeSet<>();
    RegionWalk walk = new RegionWalk(from, Limits.DEFAULT, read -> {});
    for (Region region : file().regions().regions()) {
      RegionRuns runs = RegionRuns.of(file(), region).orElse(null);
      if (runs != null) {
        walk.walk(
            runs,
            new RegionWalk.Listener() {
              @Override
              public void damaged(int run, PcrException e) {
                found.add(region.kind() + " " + region.number() + " " + runs.sample(run));
              }

              @Override
              public boolean goesAroundUnreadable() {
                return isAround;
              }

              @Override
              public void unreadable(int run, IOException e) throws IOException {
                if (!isAround) {
                  throw e;
                }
                found.add("not " + region.kind() + " " + region.number() + " " + runs.sample(run));
              }
            });
      }
    }
    return found;
  }

  @Test
  void walkFindsEveryDamagedSliceAndValueAndNoOther() throws IOException {
    assertEquals(Set.of(), walk(source(), false));
    Set<String> damaged = new TreeSet<>();
    Random random = new Random(3);
    for (Region region : file().regions().regions()) {
      RegionRuns runs = RegionRuns.of(file(), region).orElse(null);
      for (int run = 0; runs != null && run < runs.count(); run++) {
        if (runs.length(run) > 0 && random.nextInt(3) == 0) {
          bytes[(int) runs.position(run) + random.nextInt(runs.length(run))] ^= 1;
          damaged.add(region.kind() + " " + region.number() + " " + runs.sample(run));
        }
      }
    }
    assertTrue(damaged.size() > 20, damaged.toString());
    assertEquals(damaged, walk(source(), false));
  }

  @Test
  void placeThatCannotBeReadEndsTheWalkOrCostsWhatIsThereAlone() throws IOException {
    int sample = 5;
    while (file().metadata().sliceLength(2, sample) == 0) {
      sample++;
    }
    long from = file().layout().slicePosition(2, sample);
    long to = from + file().metadata().sliceLength(2, sample);
    assertThrows(IOException.class, () -> walk(unreadable(from, to), false));
    assertEquals(Set.of("not SCAN_GROUP 2 " + sample), walk(unreadable(from, to), true));
  }

  @Test
  void checksumsMatchSlicesWhereTheyAre() {
    SliceChecksums checksums = new SliceChecksums(file().metadata(), ByteBuffer.wrap(bytes));
    for (int sample = 0; sample < SAMPLES; sample++) {
      int at = (int) file().layout().slicePosition(1, sample);
      assertTrue(checksums.matches(1, sample, at));
      if (file().metadata().sliceLength(1, sample) > 0) {
        bytes[at] ^= 1;
        assertFalse(checksums.matches(1, sample, at));
      }
    }
  }
}
