package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.loader.batch.Remainder;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.transform.Transform;
import io.pcr.loader.view.Selection;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which samples come, and in which batches. */
class LoaderTest extends LoaderFixture {
  @ParameterizedTest
  @EnumSource(value = OrderKind.class, mode = EnumSource.Mode.EXCLUDE, names = "LIQUID")
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
  void aRankThatGetsNothingOfAShortBatchGetsAnEmptyOne() throws IOException {
    int batch = 58; // The last batch has two samples, for 29 ranks.
    int samples = 0;
    for (int rank = 0; rank < 29; rank++) {
      LoaderOptions.Builder options = options().batch(batch).lanes(2).rank(rank, 29);
      try (Loader loader =
          Loader.open(dataset, options.remainder(Remainder.SHORT).memory(1 << 28).build())) {
        assertEquals(2, loader.next().size());
        Batch last = loader.next();
        samples += last.size();
        assertEquals(last.size() * 64 * 48 * 3, last.pixels().remaining());
        assertEquals(1, loader.state().epoch());
        assertEquals(2, loader.next().size(), "and it goes on with the next epoch");
      }
    }
    assertEquals(2, samples);
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
}
