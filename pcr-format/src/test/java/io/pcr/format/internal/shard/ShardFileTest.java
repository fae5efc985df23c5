package io.pcr.format.internal.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardFileTest {
  private static final String NAME = "part-00000.pcr";

  static ByteSource source(byte[] file) {
    return new MemoryByteSource(NAME, ByteBuffer.wrap(file));
  }

  /** Reads every byte of the samples of groups 1 to {@code group} and of the columns there. */
  static void assertContent(ShardFixture expected, byte[] file, int group) throws IOException {
    ShardFile shard = ShardFile.decode(ByteBuffer.wrap(file), NAME, Limits.DEFAULT);
    ShardMetadata metadata = shard.metadata();
    assertEquals(expected.entries().size(), metadata.sampleCount());
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      assertEquals(expected.entries().get(sample), metadata.entry(sample));
      for (int g = 1; g <= group; g++) {
        long position = shard.layout().slicePosition(g, sample);
        ByteBuffer slice = ByteBuffer.wrap(file, (int) position, metadata.sliceLength(g, sample));
        metadata.checkSlice(g, sample, slice, new Origin(NAME, position));
        assertEquals(expected.slice(g, sample), slice);
        assertTrue(position + slice.remaining() <= shard.layout().prefixLength(group));
      }
    }
    for (int column = 0; column < metadata.columns().size(); column++) {
      assertColumn(expected, shard, file, column);
    }
  }

  private static void assertColumn(ShardFixture expected, ShardFile shard, byte[] file, int column)
      throws IOException {
    var values = shard.metadata().columns().get(column);
    if (!values.spec().type().isVariable()) {
      return;
    }
    for (int sample = 0; sample < shard.metadata().sampleCount(); sample++) {
      ByteBuffer wanted = expected.columnValue(column, sample);
      if (values.spec().placement() == Placement.INLINE) {
        assertEquals(wanted, values.bytes(sample));
        continue;
      }
      long position = shard.layout().columnValuePosition(column, sample);
      if (values.spec().placement() == Placement.EARLY) {
        assertTrue(position + values.valueLength(sample) <= shard.layout().prefixLength(1));
      }
      if (position + values.valueLength(sample) > file.length) {
        assertTrue(file.length < shard.head().totalLength());
        continue;
      }
      ByteBuffer value = ByteBuffer.wrap(file, (int) position, values.valueLength(sample));
      values.checkValue(sample, value, new Origin(NAME, position));
      assertEquals(wanted, value);
    }
  }

  // Covers G-1, G-2, R-PREFIX-1, R-PREFIX-2, R-SAMPLE-2
  @Property(tries = 150)
  void writtenShardReadsBackAtEveryFidelity(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 30) int samples,
      @ForAll @IntRange(min = 1, max = 64) int groups,
      @ForAll boolean columns)
      throws IOException {
    ShardFixture fixture = ShardFixture.pcr(seed, groups).samples(samples);
    if (columns) {
      fixture.allColumns();
    }
    byte[] file = fixture.encode();
    assertContent(fixture, file, groups);
    ShardFile shard = ShardFile.open(source(file), Limits.DEFAULT);
    shard.requireComplete(source(file));
    assertEquals(file.length, shard.head().totalLength());
    for (int group = 0; group <= groups; group++) {
      byte[] prefix = Arrays.copyOf(file, (int) shard.layout().prefixLength(group));
      assertContent(fixture, prefix, group);
      assertTrue(shard.layout().groupsWithin(prefix.length) >= group);
    }
  }

  // Covers R-LIQUID-1
  @Property(tries = 50)
  void liquidShardReadsBack(@ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int samples)
      throws IOException {
    ShardFixture fixture = ShardFixture.liquid(seed).samples(samples).allColumns();
    byte[] file = fixture.encode();
    assertContent(fixture, file, 1);
    ShardFile.open(source(file), Limits.DEFAULT).requireComplete(source(file));
  }

  // Covers G-7
  @Property(tries = 20)
  void sameInputGivesSameBytes(@ForAll long seed) {
    assertArrayEquals(
        ShardFixture.pcr(seed, 8).samples(10).allColumns().encode(),
        ShardFixture.pcr(seed, 8).samples(10).allColumns().encode());
  }

  @Test
  void emptySingleAndExtremeShardsAreValid() throws IOException {
    for (int samples : new int[] {0, 1}) {
      for (int groups : new int[] {1, 64}) {
        ShardFixture fixture = ShardFixture.pcr(7, groups).samples(samples);
        byte[] file = fixture.encode();
        assertContent(fixture, file, groups);
        ShardFile shard = ShardFile.open(source(file), Limits.DEFAULT);
        shard.requireComplete(source(file));
        assertEquals(groups, shard.layout().groupsWithin(file.length));
      }
    }
  }

  // Covers R-RANGE-1
  @Test
  void shardOpensWithOneReadAndWithTwoWhenItsMetadataIsLong() throws IOException {
    for (int samples : new int[] {10, 3000}) {
      byte[] file = ShardFixture.pcr(1, 8).samples(samples).encode();
      List<String> reads = new ArrayList<>();
      ByteSource recording =
          new ByteSource() {
            private final ByteSource inner = source(file);

            @Override
            public long length() throws IOException {
              return inner.length();
            }

            @Override
            public void readFully(long position, ByteBuffer dst) throws IOException {
              reads.add(position + "+" + dst.remaining());
              inner.readFully(position, dst);
            }

            @Override
            public void close() {}

            @Override
            public String toString() {
              return NAME;
            }
          };
      long end = ShardFile.open(recording, Limits.DEFAULT).layout().prefixLength(0);
      int first = Math.min(file.length, ShardFile.FIRST_READ_LENGTH);
      List<String> expected = new ArrayList<>(List.of("0+" + first));
      if (samples == 3000) {
        expected.add(first + "+" + (end - first));
      }
      assertEquals(expected, reads);
    }
  }

  @Test
  void gatheringChannelGetsTheSameBytes(@TempDir Path folder) throws IOException {
    ShardFixture fixture = ShardFixture.pcr(3, 8).samples(300).allColumns();
    Path path = folder.resolve(NAME);
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      fixture.plan().writeTo(out, fixture);
    }
    assertArrayEquals(fixture.encode(), Files.readAllBytes(path));
  }

  // Covers R-COMMIT-3
  @Test
  void contentThatIsNotWhatTheMetadataSaysIsNotWritten() {
    ShardFixture fixture = ShardFixture.pcr(3, 2).samples(3);
    ShardContent lies =
        (group, sample) ->
            sample == 1 ? ByteBuffer.wrap(new byte[] {1, 2, 3}) : fixture.slice(group, sample);
    java.nio.channels.WritableByteChannel sink =
        java.nio.channels.Channels.newChannel(java.io.OutputStream.nullOutputStream());
    assertThrows(PcrException.Corrupt.class, () -> fixture.plan().writeTo(sink, lies));
  }

  @Test
  void fileLongerThanItsHeadSaysIsNotComplete() throws IOException {
    byte[] file = ShardFixture.pcr(3, 2).samples(3).encode();
    byte[] longer = Arrays.copyOf(file, file.length + 1);
    ShardFile shard = ShardFile.open(source(longer), Limits.DEFAULT);
    PcrException.Corrupt e =
        assertThrows(PcrException.Corrupt.class, () -> shard.requireComplete(source(longer)));
    assertEquals(ErrorCode.MALFORMED, e.code());
    byte[] shorter = Arrays.copyOf(file, file.length - 1);
    assertThrows(PcrException.Truncated.class, () -> shard.requireComplete(source(shorter)));
  }
}
