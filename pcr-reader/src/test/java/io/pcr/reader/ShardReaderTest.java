package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.format.source.RecordingByteSource.Read;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One shard by itself: what is read, and what it gives. */
class ShardReaderTest {
  private static final TestShard SMALL = TestShard.ofNoise(1, 20, 60);
  private static final TestShard LARGE = TestShard.ofNoise(2, 40, 5000);

  @TempDir Path directory;

  private final ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT);
  private RecordingByteSource source;

  private ContainerShard open(TestShard shard) {
    return open(shard, context);
  }

  private ContainerShard open(TestShard shard, ReaderContext in) {
    source =
        new RecordingByteSource(new MemoryByteSource("shard.pcr", ByteBuffer.wrap(shard.bytes())));
    return new ContainerShard("shard.pcr", Optional.empty(), () -> source, in);
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    context.close();
    assertEquals(0, context.buffersInUse());
    assertEquals(0, context.openFiles());
  }

  @Test
  void everySampleAtEveryFidelityIsItsSlicesAndTheEndMarker() throws IOException {
    for (TestShard expected : List.of(SMALL, LARGE)) {
      ContainerShard shard = open(expected);
      for (int group = 1; group <= TestShard.GROUPS; group++) {
        try (ShardReader reader = shard.read(Fidelity.group(group))) {
          int number = 0;
          for (Sample sample : reader) {
            assertEquals(expected.key(number), sample.key());
            assertEquals(expected.label(number), sample.label());
            assertEquals(number, sample.ordinal());
            assertEquals(group, sample.group());
            assertFalse(sample.isDegraded());
            assertArrayEquals(expected.expected(number, group), bytes(sample.file()));
            assertEquals(expected.expected(number, group).length, sample.length());
            number++;
          }
          assertEquals(expected.sampleCount(), number);
          assertEquals(DamageCounts.NONE, reader.damage());
        }
      }
    }
  }

  @Test
  void shardSmallerThanTheFirstReadIsReadOnce() throws IOException {
    try (ShardReader reader = open(SMALL).read(Fidelity.group(3))) {
      assertEquals(20, reader.sampleCount());
      assertEquals(List.of(new Read(0, SMALL.bytes().length)), source.reads());
    }
  }

  @Test
  void shardWithoutManifestIsReadWithTwoReadsAndLaterWithOne() throws IOException {
    ContainerShard shard = open(LARGE);
    int prefix = LARGE.prefixLength(4);
    shard.read(Fidelity.group(4)).close();
    assertEquals(
        List.of(new Read(0, 64 << 10), new Read(64 << 10, prefix - (64 << 10))), source.reads());
    source.clear();
    shard.read(Fidelity.group(4)).close();
    assertEquals(List.of(new Read(0, prefix)), source.reads());
    source.clear();
    shard.read(Fidelity.FULL).close();
    assertEquals(List.of(new Read(0, LARGE.prefixLength(TestShard.GROUPS))), source.reads());
  }

  @Test
  void samplesOfAReaderAreViewsOfOneBuffer() throws IOException {
    try (ShardReader reader = open(LARGE).read(Fidelity.FULL)) {
      for (Sample sample : reader) {
        List<ByteBuffer> slices = sample.slices();
        ByteBuffer whole = ByteBuffer.allocate(sample.length());
        for (ByteBuffer slice : slices) {
          assertTrue(slice.isDirect() && slice.isReadOnly() && slice.hasRemaining());
          whole.put(slice);
        }
        assertArrayEquals(LARGE.expected(sample.ordinal(), TestShard.GROUPS), whole.array());
      }
    }
  }

  @Test
  void sampleWritesItselfToAnyChannel() throws IOException {
    Path file = directory.resolve("sample.jpg");
    try (ShardReader reader = open(LARGE).read(Fidelity.group(5))) {
      Sample sample = reader.sample(2).orElseThrow();
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        sample.writeTo(channel);
      }
      ByteArrayOutputStream plain = new ByteArrayOutputStream();
      sample.writeTo(Channels.newChannel(plain));
      assertArrayEquals(LARGE.expected(2, 5), Files.readAllBytes(file));
      assertArrayEquals(LARGE.expected(2, 5), plain.toByteArray());
    }
  }

  @Test
  void jpegIsGivenOnlyOfJpegs() throws IOException {
    try (ShardReader reader = open(SMALL).read(Fidelity.FULL)) {
      assertArrayEquals(
          SMALL.expected(0, TestShard.GROUPS), bytes(reader.sample(0).orElseThrow().jpeg()));
      Sample opaque = reader.sample(3).orElseThrow();
      assertEquals(Encoding.OPAQUE, opaque.encoding());
      PcrException.Unsupported e = assertThrows(PcrException.Unsupported.class, opaque::jpeg);
      assertTrue(e.getMessage().contains("shard.pcr"), e.getMessage());
      assertArrayEquals(SMALL.expected(3, 1), bytes(opaque.file()));
    }
  }

  @Test
  void randomSampleReadsItsSlicesAndNothingElse() throws IOException {
    ContainerShard shard = open(LARGE);
    shard.file();
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      int ordinal = random.nextInt(LARGE.sampleCount());
      int group = 1 + random.nextInt(TestShard.GROUPS);
      source.clear();
      Sample sample = shard.sample(ordinal, Fidelity.group(group));
      byte[] expected = LARGE.expected(ordinal, group);
      assertArrayEquals(expected, bytes(sample.file()));
      assertEquals(List.of(ByteBuffer.wrap(expected)), sample.slices());
      boolean opaque = sample.encoding() == Encoding.OPAQUE;
      assertEquals(expected.length - (opaque ? 0 : 2), source.bytes());
      assertTrue(source.reads().size() <= group, source.reads().toString());
    }
  }

  @Test
  void adjacentSlicesAreReadAtOnce() throws IOException {
    TestShard single = TestShard.ofNoise(5, 1, 3000);
    ContainerShard shard = open(single);
    shard.file();
    source.clear();
    Sample sample = shard.sample(0, Fidelity.FULL);
    assertArrayEquals(single.expected(0, TestShard.GROUPS), bytes(sample.file()));
    assertEquals(1, source.reads().size(), source.reads().toString());
  }

  @Test
  void randomSampleStaysValidAfterEverythingIsClosed() throws IOException {
    Sample sample;
    try (ReaderContext own = new ReaderContext(ReaderOptions.DEFAULT)) {
      sample = open(LARGE, own).sample(7, Fidelity.FULL);
    }
    assertArrayEquals(LARGE.expected(7, TestShard.GROUPS), bytes(sample.file()));
  }

  @Test
  void columnsInlineEarlyAndLate() throws IOException {
    ContainerShard shard = open(LARGE);
    try (ShardReader reader = shard.read(Fidelity.group(1))) {
      for (Sample sample : reader) {
        source.clear();
        assertColumns(sample);
        assertEquals(0, source.reads().size(), "inline and early values were read already");
        assertCaption(sample);
        assertEquals(1, source.reads().size(), "a late value is read on demand");
      }
    }
    Sample alone = shard.sample(8, Fidelity.group(1));
    assertColumns(alone);
    assertCaption(alone);
  }

  private static void assertColumns(Sample sample) throws IOException {
    int number = sample.ordinal();
    assertEquals(TestShard.score(number), sample.int64("score").orElseThrow());
    assertEquals(number / 2.0, sample.float64("ratio").orElseThrow());
    assertEquals(
        number % 2 == 0 ? Optional.of("заметка " + number) : Optional.empty(),
        sample.string("note"));
    assertArrayEquals(TestShard.mask(number), bytes(sample.bytes("mask").orElseThrow()));
  }

  private static void assertCaption(Sample sample) throws IOException {
    assertEquals("подпись " + sample.ordinal(), sample.string("caption").orElseThrow());
  }

  @Test
  void columnThatIsNotThereOrOfAnotherTypeIsTheCallersMistake() throws IOException {
    Sample sample = open(LARGE).sample(0, Fidelity.group(1));
    assertThrows(IllegalArgumentException.class, () -> sample.int64("nothing"));
    assertThrows(IllegalArgumentException.class, () -> sample.int64("note"));
    assertThrows(IllegalArgumentException.class, () -> sample.string("mask"));
    assertThrows(IllegalArgumentException.class, () -> sample.bytes("caption"));
  }

  @Test
  void fidelityBeyondTheShardsGroupsIsTheCallersMistake() {
    ContainerShard shard = open(SMALL);
    Fidelity beyond = Fidelity.group(TestShard.GROUPS + 1);
    assertThrows(IllegalArgumentException.class, () -> shard.read(beyond));
    assertThrows(IllegalArgumentException.class, () -> shard.sample(0, beyond));
    assertThrows(IllegalArgumentException.class, () -> shard.prefixLength(beyond));
  }

  @Test
  void ordinalBeyondTheShardIsTheCallersMistake() throws IOException {
    ContainerShard shard = open(SMALL);
    assertThrows(IndexOutOfBoundsException.class, () -> shard.sample(20, Fidelity.FULL));
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      assertThrows(IndexOutOfBoundsException.class, () -> reader.sample(20));
      assertThrows(IndexOutOfBoundsException.class, () -> reader.sample(-1));
      var samples = reader.iterator();
      for (int i = 0; i < 20; i++) {
        samples.next();
      }
      assertFalse(samples.hasNext());
      assertThrows(NoSuchElementException.class, samples::next);
    }
  }

  @Test
  void shardWithoutSamples() throws IOException {
    TestShard empty = TestShard.ofNoise(1, 0, 1);
    try (ShardReader reader = open(empty).read(Fidelity.FULL)) {
      assertEquals(0, reader.sampleCount());
      assertFalse(reader.iterator().hasNext());
    }
  }

  @Test
  void prefixBeyondTheLimitIsRefusedBeforeItIsAllocated() throws IOException {
    try (ReaderContext strict =
        new ReaderContext(
            ReaderOptions.builder().limits(Limits.DEFAULT.withPrefixBytes(100_000)).build())) {
      ContainerShard shard = open(LARGE, strict);
      PcrException.LimitExceeded e =
          assertThrows(PcrException.LimitExceeded.class, () -> shard.read(Fidelity.FULL));
      assertEquals(100_000, e.allowed());
      assertEquals(LARGE.prefixLength(TestShard.GROUPS), e.needed());
      assertEquals(0, strict.buffersInUse());
    }
  }

  @Test
  void closedReaderRefusesAndClosesAgain() throws IOException {
    ShardReader reader = open(SMALL).read(Fidelity.FULL);
    Sample sample = reader.sample(0).orElseThrow();
    reader.close();
    reader.close();
    assertEquals(0, context.buffersInUse());
    assertThrows(AlreadyClosedException.class, () -> reader.sample(0));
    assertThrows(AlreadyClosedException.class, sample::slices);
    assertThrows(AlreadyClosedException.class, sample::file);
  }

  @Test
  void datasetClosedUnderAReaderLeavesTheReaderWhatItHasRead() throws IOException {
    ReaderContext own = new ReaderContext(ReaderOptions.DEFAULT);
    ShardReader reader = open(LARGE, own).read(Fidelity.group(1));
    own.close();
    Sample sample = reader.sample(1).orElseThrow();
    assertArrayEquals(LARGE.expected(1, 1), bytes(sample.file()));
    assertThrows(AlreadyClosedException.class, () -> sample.string("caption"));
    assertEquals(1, own.openFiles());
    reader.close();
    assertEquals(0, own.openFiles());
  }

  @Test
  void manyShardsKeepFewFilesOpen() throws IOException {
    try (ReaderContext few = new ReaderContext(ReaderOptions.builder().openShards(3).build())) {
      List<ContainerShard> shards = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        shards.add(open(SMALL, few));
        RecordingByteSource own = source;
        shards.set(i, new ContainerShard("shard " + i, Optional.empty(), () -> reopened(own), few));
      }
      for (int round = 0; round < 2; round++) {
        for (ContainerShard shard : shards) {
          assertArrayEquals(SMALL.expected(1, 2), bytes(shard.sample(1, Fidelity.group(2)).file()));
          assertTrue(few.openFiles() <= 3, few.openFiles() + " files");
        }
      }
    }
  }

  private static MemoryByteSource reopened(RecordingByteSource any) {
    return new MemoryByteSource(any.toString(), ByteBuffer.wrap(SMALL.bytes()));
  }

  @Test
  void manyThreadsShareOneReaderAndOneShard() throws Exception {
    ContainerShard shard = open(LARGE);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        workers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 300; i++) {
                    int ordinal = random.nextInt(LARGE.sampleCount());
                    Sample sample =
                        random.nextBoolean()
                            ? reader.sample(ordinal).orElseThrow()
                            : shard.sample(ordinal, Fidelity.FULL);
                    assertArrayEquals(
                        LARGE.expected(ordinal, TestShard.GROUPS), bytes(sample.file()));
                  }
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void readersReuseBuffers() throws IOException {
    ContainerShard shard = open(LARGE);
    ByteBuffer first;
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      first = reader.sample(0).orElseThrow().slices().get(0);
    }
    try (ShardReader reader = shard.read(Fidelity.FULL)) {
      ByteBuffer second = reader.sample(0).orElseThrow().slices().get(0);
      assertEquals(first.alignmentOffset(0, 1 << 20), second.alignmentOffset(0, 1 << 20));
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
