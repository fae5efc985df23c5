package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.Pictures;
import io.pcr.testkit.TestDataset;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Liquid's buffers at work: 64 images, half of them as JPEG and half as pixels, in 8 shards. */
class LiquidLoaderTest {
  private static final int SAMPLES = 64;
  private static final int BATCH = 16;
  private static final int BATCHES = SAMPLES / BATCH;

  @TempDir static Path shared;
  private PcrDataset dataset;

  @BeforeAll
  static void write() throws Exception {
    Path images = Files.createDirectory(shared.resolve("images"));
    for (int i = 0; i < SAMPLES; i++) {
      Files.write(images.resolve(String.format("%02d.jpg", i)), Pictures.jpeg(i, 40, 32, 80));
    }
    Conversion.convert(
        ConversionOptions.builder(FolderSourceOptions.of(images), shared.resolve("data"))
            .variant(new LiquidVariant(FormatMix.parse("jpeg:1,raw:1"), 0))
            .shards(new ShardLimits(64 << 20, 8))
            .build(),
        ConversionListener.SILENT);
  }

  @BeforeEach
  void open() throws IOException {
    dataset = PcrDataset.open(shared.resolve("data"));
  }

  @AfterEach
  void close() throws IOException {
    dataset.close();
    assertEquals(List.of(), LoaderFixture.loaderThreads());
  }

  /** Four lanes, each of which keeps 4 of its 16 samples. */
  private static LoaderOptions.Builder options() {
    return LoaderOptions.builder()
        .batch(BATCH)
        .seed(3)
        .order(OrderKind.LIQUID)
        .lanes(4)
        .window(4)
        .keys(true)
        .transform(new Transform.Resized(new ResizeShape(16, 16, PixelFormat.RGB, false, true)));
  }

  @Test
  void eachEpochHasEachSampleOnceAndFindsTheKeptOnesInMemory() throws IOException {
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int epoch = 0; epoch < 5; epoch++) {
        Set<String> seen = new HashSet<>();
        long before = loader.statistics().cacheHits();
        for (int i = 0; i < BATCHES; i++) {
          for (String key : LoaderFixture.keys(loader.next())) {
            assertTrue(seen.add(key), key + " comes twice");
          }
        }
        assertEquals(SAMPLES, seen.size());
        assertEquals(epoch == 0 ? 0 : 16, loader.statistics().cacheHits() - before);
      }
    }
  }

  /** 64 samples, 16 of which stay: 12 of each batch of 16 are read, and no others. */
  @Test
  void everyEpochButTheFirstReadsOnlyWhatWasNotKept() throws IOException {
    long readsInFive = reads(5 * BATCHES);
    long readsInSix = reads(6 * BATCHES);
    assertTrue(readsInFive >= 64 + 4 * 48, readsInFive + " reads");
    assertTrue(readsInSix <= 64 + 5 * 48 + 16 * 16, readsInSix + " reads");
  }

  private long reads(int batches) throws IOException {
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < batches; i++) {
        loader.next();
      }
      return loader.statistics().reads();
    }
  }

  @Test
  void anyChainOfResumesOnAnyRanksGivesTheBatchesOfOneRun() throws IOException {
    int all = 5 * BATCHES;
    List<Set<String>> expected = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < all; i++) {
        expected.add(Set.copyOf(LoaderFixture.keys(loader.next())));
      }
    }
    Random random = new Random(8);
    for (int attempt = 0; attempt < 4; attempt++) {
      List<Set<String>> found = new ArrayList<>();
      String state = null;
      while (found.size() < all) {
        int ranks = List.of(1, 2, 4).get(random.nextInt(3));
        int steps = Math.min(1 + random.nextInt(7), all - found.size());
        List<Set<String>> now = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
          now.add(new HashSet<>());
        }
        String next = null;
        for (int rank = 0; rank < ranks; rank++) {
          List<LoaderPart> parts = List.of(LoaderPart.of(dataset));
          LoaderOptions mine = options().rank(rank, ranks).build();
          try (Loader loader =
              state == null
                  ? Loader.open(parts, mine)
                  : Loader.open(parts, mine, LoaderState.parse(state))) {
            for (int i = 0; i < steps; i++) {
              now.get(i).addAll(LoaderFixture.keys(loader.next()));
            }
            next = loader.state().toJson();
          }
        }
        state = next;
        found.addAll(now);
      }
      assertEquals(expected, found);
    }
  }

  @Test
  void remaindersLeaveNothingInMemoryThatNobodyNeeds() throws IOException {
    for (Remainder remainder : Remainder.values()) {
      LoaderOptions options = options().batch(20).lanes(4).window(5).remainder(remainder).build();
      try (Loader loader = Loader.open(dataset, options)) {
        for (int epoch = 0; epoch < 150; epoch++) {
          Set<String> seen = new HashSet<>();
          int given = 0;
          for (long i = 0; i < loader.batches(); i++) {
            Batch batch = loader.next();
            seen.addAll(LoaderFixture.keys(batch));
            given += batch.size();
          }
          assertEquals(remainder == Remainder.DROP ? 60 : 64, seen.size());
          assertEquals(remainder == Remainder.PAD ? 80 : seen.size(), given);
        }
        // The buffers, and the 21 batches that are planned, made or given.
        long most = loader.statistics().mostBytes() / averageBytes();
        assertTrue(most <= 20 + 22 * 20, most + " samples in memory");
      }
    }
  }

  private long averageBytes() throws IOException {
    return dataset.shards().get(0).prefixLength(Fidelity.FULL) / 8 + 1;
  }

  @Test
  void whatTheOrderCannotDoIsAnErrorThatSaysWhy() throws IOException {
    assertMessage("ranks do not divide", () -> options().lanes(4).batch(48).rank(0, 3).build());
    assertMessage("lanes do not divide", () -> options().lanes(5).build());
    assertMessage(
        "buffers of its own", () -> options().cache(LoaderCache.minio(9, shared)).build());
    LoaderOptions options = options().epochBatches(3).build();
    List<LoaderPart> mix = List.of(LoaderPart.of(dataset), LoaderPart.of(dataset));
    assertMessage("not for a mix", () -> Loader.open(mix, options).close());
    Path other = new TestDataset().shard("a", "b").write(shared.resolve("other"));
    try (PcrDataset progressive = PcrDataset.open(other)) {
      assertMessage("is not one", () -> Loader.open(progressive, options().build()).close());
    }
  }

  private static void assertMessage(String part, Executable executable) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, executable);
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }
}
