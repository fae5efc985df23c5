package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.resize.Resizer;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.crop.CropBox;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.state.StateMismatchException;
import io.pcr.loader.transform.Transform;
import io.pcr.loader.view.Selection;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoaderTest {
  private static final int WIDTH = 96;
  private static final int HEIGHT = 72;

  /** No part of an image is large enough for a smaller scale. */
  private static final ResizeShape SHAPE = new ResizeShape(64, 48, PixelFormat.RGB, false, true);

  private static final int[] SHARDS = {9, 1, 14, 7, 3, 20, 6};
  private static final int SAMPLES = 60;

  @TempDir static Path shared;
  @TempDir Path own;
  private PcrDataset dataset;

  @BeforeAll
  static void write() throws IOException {
    TestDataset made = new TestDataset().size(WIDTH, HEIGHT);
    int number = 0;
    for (int count : SHARDS) {
      String[] keys = new String[count];
      for (int i = 0; i < count; i++) {
        keys[i] = (number % 3 == 0 ? "rose/" : "tulip/") + number++;
      }
      made.shard(keys);
    }
    made.write(shared.resolve("data"));
  }

  @BeforeEach
  void open() throws IOException {
    dataset = PcrDataset.open(shared.resolve("data"));
  }

  @AfterEach
  void closeAndCount() throws IOException {
    dataset.close();
    assertEquals(List.of(), loaderThreads(), "threads are left");
  }

  private static List<String> loaderThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("pcr-loader-"))
        .toList();
  }

  private static LoaderOptions.Builder options() {
    return LoaderOptions.builder()
        .batch(12)
        .seed(5)
        .lanes(6)
        .window(4)
        .keys(true)
        .transform(new Transform.RandomResizedCrop(SHAPE, RandomCrop.DEFAULT));
  }

  private static List<String> keys(Batch batch) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      keys.add(batch.key(i));
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource(OrderKind.class)
  void eachSampleComesOnceAnEpochOverAllRanks(OrderKind order) throws IOException {
    for (int ranks : new int[] {1, 2, 3, 12}) {
      for (int epoch = 0; epoch < 2; epoch++) {
        Set<String> seen = new HashSet<>();
        for (int rank = 0; rank < ranks; rank++) {
          LoaderOptions.Builder options =
              LoaderOptions.builder()
                  .batch(12)
                  .keys(true)
                  .order(order)
                  .rank(rank, ranks)
                  .transform(new Transform.Resized(SHAPE));
          try (Loader loader = Loader.open(dataset, options.build())) {
            assertEquals(5, loader.batches());
            for (int skipped = 0; skipped < epoch * 5; skipped++) {
              loader.next();
            }
            for (int number = 0; number < 5; number++) {
              Batch batch = loader.next();
              assertEquals(epoch, batch.epoch());
              assertEquals(number, batch.number());
              assertEquals(12 / ranks, batch.size());
              for (int i = 0; i < batch.size(); i++) {
                assertTrue(seen.add(batch.key(i)), "came twice");
                assertEquals(batch.key(i).startsWith("rose") ? 0 : 1, batch.label(i).orElseThrow());
                assertTrue(batch.key(i).endsWith("/" + batch.sample(i)));
              }
            }
          }
        }
        assertEquals(SAMPLES, seen.size());
      }
    }
  }

  /** Against the whole image decoded alone, and cut and resized afterwards. */
  @Test
  void imagesAreTheRightPartsOfTheRightSamples() throws IOException {
    for (Fidelity fidelity : List.of(Fidelity.FULL, Fidelity.group(2))) {
      try (Loader loader = Loader.open(dataset, options().fidelity(fidelity).build())) {
        for (int i = 0; i < 7; i++) {
          Batch batch = loader.next();
          for (int image = 0; image < batch.size(); image++) {
            Sample sample = dataset.sample(batch.key(image), fidelity);
            CropBox box =
                RandomCrop.DEFAULT.box(5, batch.epoch(), batch.sample(image), 0, WIDTH, HEIGHT);
            ByteBuffer expected = rendered(sample, box);
            ByteBuffer found = batch.pixels().slice(image * SHAPE.bytes(), SHAPE.bytes());
            assertEquals(expected, found);
          }
        }
      }
    }
  }

  private static ByteBuffer rendered(Sample sample, CropBox box) throws IOException {
    ByteBuffer whole = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
    sample.decode(DecodeOptions.rgb(), whole);
    ByteBuffer part = ByteBuffer.allocateDirect(box.width() * box.height() * 3);
    for (int y = 0; y < box.height(); y++) {
      part.put(whole.slice(((box.y() + y) * WIDTH + box.x()) * 3, box.width() * 3));
    }
    ByteBuffer out = ByteBuffer.allocateDirect(SHAPE.bytes());
    new Resizer(SHAPE).resize(part, box.width(), box.height(), box.flipped(), out, 0);
    return out;
  }

  /** The middle of an image is what Pillow and torchvision take. */
  @Test
  void theMiddleIsCutOfTheResizedImage() throws IOException {
    ResizeShape shape = new ResizeShape(40, 40, PixelFormat.RGB, false, true);
    Transform transform = new Transform.CentreCrop(shape, 48);
    try (Loader loader = Loader.open(dataset, options().transform(transform).build())) {
      Batch batch = loader.next();
      Sample sample = dataset.sample(batch.key(0), Fidelity.FULL);
      ByteBuffer whole = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
      sample.decode(DecodeOptions.rgb(), whole);
      ResizeShape resized = new ResizeShape(64, 48, PixelFormat.RGB, false, true);
      ByteBuffer all = ByteBuffer.allocateDirect(resized.bytes());
      new Resizer(resized).resize(whole, WIDTH, HEIGHT, false, all, 0);
      int most = 0;
      long sum = 0;
      for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 40 * 3; x++) {
          int expected = all.get((y + 4) * 64 * 3 + 12 * 3 + x) & 0xff;
          int found = batch.pixels().get(y * 40 * 3 + x) & 0xff;
          most = Math.max(most, Math.abs(expected - found));
          sum += Math.abs(expected - found);
        }
      }
      // Only the filter's reach over the edges of the part differs.
      assertTrue(sum < 40 * 40 * 3, "differs by " + sum / (40.0 * 40 * 3) + ", most " + most);
    }
  }

  @Test
  void anyChainOfResumesOnAnyRanksGivesTheBatchesOfOneRun() throws IOException {
    List<Set<String>> expected = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < 17; i++) {
        expected.add(Set.copyOf(keys(loader.next())));
      }
    }
    Random random = new Random(4);
    for (int attempt = 0; attempt < 5; attempt++) {
      List<Set<String>> found = new ArrayList<>();
      String state = null;
      while (found.size() < 17) {
        int ranks = List.of(1, 2, 3, 4, 6).get(random.nextInt(5));
        int steps = Math.min(1 + random.nextInt(7), 17 - found.size());
        List<Set<String>> now = new ArrayList<>();
        Set<String> states = new HashSet<>();
        for (int i = 0; i < steps; i++) {
          now.add(new HashSet<>());
        }
        for (int rank = 0; rank < ranks; rank++) {
          LoaderOptions options = options().rank(rank, ranks).build();
          List<LoaderPart> parts = List.of(LoaderPart.of(dataset));
          try (Loader loader =
              state == null
                  ? Loader.open(parts, options)
                  : Loader.open(parts, options, LoaderState.parse(state))) {
            for (int i = 0; i < steps; i++) {
              now.get(i).addAll(keys(loader.next()));
            }
            states.add(loader.state().toJson());
          }
        }
        assertEquals(1, states.size(), "all ranks have the same state");
        state = states.iterator().next();
        found.addAll(now);
      }
      assertEquals(expected, found);
    }
  }

  /** Without a manifest a shard stands for itself. */
  @Test
  void aStateOfOneLoneShardIsNotOneOfAnother() throws IOException {
    LoaderOptions options = options().batch(3).lanes(3).build();
    LoaderState state;
    try (PcrDataset one = PcrDataset.open(shared.resolve("data/part-00000.pcr"));
        Loader loader = Loader.open(one, options)) {
      loader.next();
      state = loader.state();
    }
    try (PcrDataset other = PcrDataset.open(shared.resolve("data/part-00002.pcr"))) {
      List<LoaderPart> parts = List.of(LoaderPart.of(other));
      assertThrows(StateMismatchException.class, () -> Loader.open(parts, options, state).close());
    }
  }

  @Test
  void aStateAtTheEndOfAnEpochIsTheBeginningOfTheNext() throws IOException {
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < 5; i++) {
        loader.next();
      }
      assertEquals(1, loader.state().epoch());
      assertEquals(0, loader.state().position());
    }
  }

  @Test
  void remaindersAreDroppedFilledOrShort() throws IOException {
    for (Remainder remainder : Remainder.values()) {
      LoaderOptions options = options().batch(25).lanes(5).remainder(remainder).build();
      try (Loader loader = Loader.open(dataset, options)) {
        int padded = 0;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < loader.batches(); i++) {
          Batch batch = loader.next();
          for (int image = 0; image < batch.size(); image++) {
            padded += batch.isPadded(image) ? 1 : 0;
            seen.add(batch.key(image));
          }
        }
        assertEquals(remainder == Remainder.DROP ? 50 : 60, seen.size());
        assertEquals(remainder == Remainder.PAD ? 15 : 0, padded);
      }
    }
  }

  @Test
  void aViewGivesItsSamplesAlone() throws IOException {
    Selection.Builder view = Selection.builder();
    for (int count : SHARDS) {
      view.shard(count, ordinal -> ordinal % 2 == 0);
    }
    LoaderPart part = new LoaderPart(dataset, view.build(), 1);
    LoaderOptions options = options().batch(6).remainder(Remainder.SHORT).build();
    try (Loader loader = Loader.open(List.of(part), options)) {
      Set<Long> seen = new HashSet<>();
      for (int i = 0; i < loader.batches(); i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          assertTrue(seen.add(batch.sample(image)));
        }
      }
      Set<Long> expected = new HashSet<>();
      long first = 0;
      for (int count : SHARDS) {
        for (int i = 0; i < count; i += 2) {
          expected.add(first + i);
        }
        first += count;
      }
      assertEquals(expected, seen);
    }
  }

  @Test
  void aMixGivesItsPartsByWeight() throws IOException {
    LoaderPart one = LoaderPart.of(dataset).withWeight(3);
    LoaderPart other = LoaderPart.of(dataset).withWeight(1);
    LoaderOptions options = options().epochBatches(10).build();
    try (Loader loader = Loader.open(List.of(one, other), options)) {
      int first = 0;
      for (int i = 0; i < 10; i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          first += batch.part(image) == 0 ? 1 : 0;
        }
      }
      assertEquals(90, first);
      LoaderState state = loader.state();
      assertEquals(1, state.epoch());
      assertThrows(
          IllegalArgumentException.class,
          () -> Loader.open(List.of(other, one), options, state).close());
    }
  }

  private Path damaged(boolean laterGroup) throws IOException {
    Path folder = own.resolve("damaged");
    Files.createDirectories(folder);
    try (var files = Files.list(shared.resolve("data"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Path shard = folder.resolve("part-00002.pcr");
    byte[] bytes = Files.readAllBytes(shard);
    try (FileByteSource source = FileByteSource.open(shard)) {
      ShardFile file = ShardFile.open(source, Limits.DEFAULT);
      bytes[(int) file.layout().slicePosition(laterGroup ? 3 : 1, 4)] ^= 0x10;
    }
    Files.write(shard, bytes);
    return folder;
  }

  @Test
  void damageEndsTheRunUnlessItIsToBeSkipped() throws IOException {
    String key = "tulip/14";
    Path folder = damaged(false);
    try (PcrDataset damaged = PcrDataset.open(folder)) {
      try (Loader loader = Loader.open(damaged, options().build())) {
        PcrException.Corrupt e =
            assertThrows(
                PcrException.Corrupt.class,
                () -> {
                  for (int i = 0; i < 5; i++) {
                    loader.next();
                  }
                });
        assertTrue(e.getMessage().contains("part-00002.pcr"), e.getMessage());
        assertThrows(PcrException.Corrupt.class, loader::next, "it cannot go on");
      }
      try (Loader loader = Loader.open(damaged, options().onDamage(OnDamage.SKIP).build())) {
        List<String> seen = new ArrayList<>();
        int replaced = 0;
        for (int i = 0; i < 5; i++) {
          Batch batch = loader.next();
          seen.addAll(keys(batch));
          for (int image = 0; image < batch.size(); image++) {
            replaced += batch.isReplaced(image) ? 1 : 0;
          }
        }
        assertEquals(60, seen.size());
        assertFalse(seen.contains(key));
        assertEquals(1, replaced);
        assertEquals(1, loader.statistics().samplesReplaced());
      }
      LoaderOptions strict = options().onDamage(OnDamage.SKIP).maxReplacedInARow(0).build();
      try (Loader loader = Loader.open(damaged, strict)) {
        assertThrows(
            IOException.class,
            () -> {
              for (int i = 0; i < 5; i++) {
                loader.next();
              }
            });
      }
    }
  }

  @Test
  void damageOfALaterGroupMakesACoarserImage() throws IOException {
    try (PcrDataset damaged = PcrDataset.open(damaged(true));
        Loader loader = Loader.open(damaged, options().onDamage(OnDamage.DEGRADE).build())) {
      List<String> degraded = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          if (batch.isDegraded(image)) {
            degraded.add(batch.key(image));
          }
        }
      }
      assertEquals(List.of("tulip/14"), degraded);
      assertEquals(1, loader.statistics().samplesDegraded());
    }
  }

  @Test
  void aShardThatIsGoneIsAnErrorOfItsBatchAndNotBefore() throws IOException {
    Path folder = damaged(true);
    Files.delete(folder.resolve("part-00005.pcr"));
    try (PcrDataset damaged = PcrDataset.open(folder);
        Loader loader = Loader.open(damaged, options().onDamage(OnDamage.SKIP).build())) {
      assertThrows(
          IOException.class,
          () -> {
            for (int i = 0; i < 5; i++) {
              loader.next();
            }
          });
    }
  }

  /** With room for one batch at a time everything still comes, in the same order. */
  @Test
  void tooLittleMemoryIsSaidAndEnoughIsEnough() throws IOException {
    LoaderOptions.Builder options = options().lanes(2).window(2);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Loader.open(dataset, options.memory(1000).build()));
    long needed = Long.parseLong(e.getMessage().replaceAll("\\D*(\\d+) bytes of memory.*", "$1"));
    List<List<String>> expected = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options.memory(1L << 30).build())) {
      for (int i = 0; i < 12; i++) {
        expected.add(keys(loader.next()));
      }
    }
    List<List<String>> found = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options.memory(needed).build())) {
      for (int i = 0; i < 12; i++) {
        found.add(keys(loader.next()));
      }
    }
    assertEquals(expected, found);
  }

  /** Storage that gives so many bytes, and then fails. */
  private record Limited(DatasetFolder folder, AtomicLong bytesLeft) implements DatasetFolder {
    @Override
    public ByteSource open(String name) throws IOException {
      ByteSource file = folder.open(name);
      return new ByteSource() {
        @Override
        public long length() throws IOException {
          return file.length();
        }

        @Override
        public void readFully(long position, ByteBuffer into) throws IOException {
          if (bytesLeft.addAndGet(-into.remaining()) < 0) {
            throw new IOException("no more bytes");
          }
          file.readFully(position, into);
        }

        @Override
        public void close() throws IOException {
          file.close();
        }

        @Override
        public String toString() {
          return file.toString();
        }
      };
    }
  }

  /** The first batch does not wait for the windows of its lanes. */
  @Test
  void theFirstBatchNeedsItsOwnSamplesAlone() throws IOException {
    AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    // Large enough that what stands between two samples is not read with them.
    String[] keys = IntStream.range(0, 24).mapToObj(i -> "rose/" + i).toArray(String[]::new);
    Path large = new TestDataset().size(900, 700).shard(keys).write(own.resolve("large"));
    DatasetFolder folder = new Limited(DatasetLocation.of(large).folder(), left);
    try (PcrDataset limited = PcrDataset.open(folder, ReaderOptions.DEFAULT)) {
      long all = 0;
      for (Shard shard : limited.shards()) {
        all += shard.prefixLength(Fidelity.FULL);
        shard.read(new int[0], Fidelity.FULL, OnDamage.FAIL).close(); // Heads and metadata.
      }
      left.set(all / 2);
      LoaderOptions options = options().batch(4).lanes(4).window(1000).readThreads(1).build();
      try (Loader loader = Loader.open(limited, options)) {
        assertEquals(4, loader.next().size());
        assertThrows(
            IOException.class,
            () -> {
              for (int i = 0; i < 15; i++) {
                loader.next();
              }
            });
      }
    }
  }

  @Test
  void nothingIsGivenAfterClosingAndADatasetStaysUsable() throws IOException {
    Loader loader = Loader.open(dataset, options().build());
    loader.next();
    loader.close();
    loader.close();
    assertThrows(AlreadyClosedException.class, loader::next);
    assertEquals("rose/0", dataset.sample(0, Fidelity.FULL).key());
  }

  /** At any moment, from another thread, while the caller waits. */
  @Test
  void closingEndsWaiting() throws Exception {
    for (int attempt = 0; attempt < 60; attempt++) {
      Loader loader = Loader.open(dataset, options().threads(1 + attempt % 3).build());
      AtomicReference<Throwable> seen = new AtomicReference<>();
      int steps = attempt % 7;
      Thread caller =
          new Thread(
              () -> {
                try {
                  while (true) {
                    loader.next();
                  }
                } catch (IOException | RuntimeException e) {
                  seen.set(e);
                }
              });
      for (int i = 0; i < steps; i++) {
        loader.next();
      }
      caller.start();
      Thread.sleep(attempt % 5); // Any moment will do: what is asserted does not depend on it.
      loader.close();
      caller.join();
      assertInstanceOf(AlreadyClosedException.class, seen.get());
      assertEquals(List.of(), loaderThreads());
    }
  }

  @Test
  void anInterruptedCallerLosesNoBatch() throws IOException {
    List<List<String>> expected = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < 6; i++) {
        expected.add(keys(loader.next()));
      }
    }
    try (Loader loader = Loader.open(dataset, options().build())) {
      List<List<String>> found = new ArrayList<>();
      while (found.size() < 6) {
        Thread.currentThread().interrupt();
        try {
          found.add(keys(loader.next()));
        } catch (InterruptedIOException e) {
          assertTrue(Thread.interrupted());
          found.add(keys(loader.next()));
        }
        Thread.interrupted();
      }
      assertEquals(expected, found);
    }
  }

  @Test
  void planesAreTheSamePixels() throws IOException {
    ResizeShape planar = new ResizeShape(64, 48, PixelFormat.RGB, true, true);
    Transform transform = new Transform.RandomResizedCrop(planar, RandomCrop.DEFAULT);
    byte[] expected = new byte[64 * 48 * 3];
    byte[] found = new byte[64 * 48 * 3];
    try (Loader one = Loader.open(dataset, options().build());
        Loader other = Loader.open(dataset, options().transform(transform).build())) {
      ByteBuffer pixels = one.next().pixels();
      ByteBuffer planes = other.next().pixels();
      for (int i = 0; i < 64 * 48; i++) {
        for (int c = 0; c < 3; c++) {
          expected[i * 3 + c] = pixels.get(i * 3 + c);
          found[i * 3 + c] = planes.get(c * 64 * 48 + i);
        }
      }
    }
    assertArrayEquals(expected, found);
  }
}
