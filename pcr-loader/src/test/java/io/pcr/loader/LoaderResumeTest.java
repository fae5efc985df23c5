package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.loader.state.LoaderState;
import io.pcr.loader.state.StateMismatchException;
import io.pcr.reader.PcrDataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A run goes on from its state. */
class LoaderResumeTest extends LoaderFixture {
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
}
