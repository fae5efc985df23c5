package io.pcr.loader.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.order.ShardCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class MixPlanTest {
  record Entry(int part, long epoch, long index) {}

  record Mix(List<Integer> samples, List<Integer> weights, int perRank, int ranks, int batches) {
    MixPlan plan(long seed) {
      List<MixPart> parts = new ArrayList<>();
      for (int part = 0; part < samples.size(); part++) {
        parts.add(
            MixPart.of(
                ShardCounts.of(samples.get(part), 1),
                seed,
                part,
                OrderOptions.lanes(4, 8),
                weights.get(part)));
      }
      return new MixPlan(parts, seed, BatchSize.of(perRank * ranks), batches);
    }
  }

  /** Each part's samples come once in each of its epochs, on whatever ranks. */
  @Property(tries = 1_000)
  void eachPartRunsItsOwnEpochs(@ForAll("mixes") Mix mix, @ForAll long seed) {
    MixPlan plan = mix.plan(seed);
    Map<Entry, Integer> seen = new HashMap<>();
    for (long epoch = 0; epoch < 3; epoch++) {
      for (long batch = 0; batch < plan.batches(); batch++) {
        for (Entry entry : entries(plan, epoch, batch, mix.ranks())) {
          seen.merge(entry, 1, Integer::sum);
        }
      }
    }
    assertTrue(seen.values().stream().allMatch(times -> times == 1), "a sample came twice");
    assertEquals(3L * mix.batches() * mix.perRank() * mix.ranks(), seen.size());
    for (int part = 0; part < mix.samples().size(); part++) {
      // A block of the mix can be under way, in which a part's turns are in any order.
      long size = mix.samples().get(part) + 1L;
      int number = part;
      long all = seen.keySet().stream().filter(entry -> entry.part() == number).count();
      long begun = Math.max(0, all - 2L * mix.weights().get(part)) / size;
      for (long epoch = 0; epoch < begun; epoch++) {
        long which = epoch;
        assertEquals(
            size,
            seen.keySet().stream()
                .filter(entry -> entry.part() == number && entry.epoch() == which)
                .count());
      }
    }
  }

  @Property(tries = 500)
  void theSetOfABatchDoesNotDependOnTheRanks(@ForAll("mixes") Mix mix, @ForAll long seed) {
    MixPlan plan = mix.plan(seed);
    for (long batch = 0; batch < plan.batches(); batch++) {
      assertEquals(
          Set.copyOf(entries(plan, 1, batch, 1)), Set.copyOf(entries(plan, 1, batch, mix.ranks())));
    }
  }

  @Test
  void samplesInARowHaveTheWeightsShares() {
    Mix mix = new Mix(List.of(100, 50), List.of(7, 3), 10, 1, 40);
    MixPlan plan = mix.plan(9);
    for (long batch = 0; batch < 40; batch++) {
      long first = entries(plan, 0, batch, 1).stream().filter(entry -> entry.part() == 0).count();
      assertEquals(7, first);
    }
  }

  @Test
  void partsOfTheSameDatasetAreInDifferentOrders() {
    MixPlan plan = new Mix(List.of(200, 200), List.of(1, 1), 100, 1, 2).plan(3);
    List<Entry> batch = entries(plan, 0, 0, 1);
    List<Long> one = batch.stream().filter(e -> e.part() == 0).map(Entry::index).toList();
    List<Long> other = batch.stream().filter(e -> e.part() == 1).map(Entry::index).toList();
    assertTrue(!one.equals(other));
  }

  @Test
  void mixesThatCannotBeAreRejected() {
    MixPart part = MixPart.of(ShardCounts.of(3), 1, 0, OrderOptions.GLOBAL, 1 << 20);
    BatchSize batch = BatchSize.of(4);
    assertThrows(IllegalArgumentException.class, () -> new MixPlan(List.of(part), 1, batch, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new MixPlan(List.of(part, part), 1, batch, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> MixPart.of(ShardCounts.of(0), 1, 0, OrderOptions.GLOBAL, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> MixPart.of(ShardCounts.of(1), 1, 0, OrderOptions.GLOBAL, 0));
  }

  private static List<Entry> entries(MixPlan plan, long epoch, long batch, int ranks) {
    BatchEntries entries = new BatchEntries(plan.batch().global());
    List<Entry> found = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      plan.entries(epoch, batch, new Rank(rank, ranks), entries);
      for (int i = 0; i < entries.size(); i++) {
        found.add(new Entry(entries.part(i), entries.epoch(i), entries.index(i)));
      }
    }
    return found;
  }

  @Provide
  Arbitrary<Mix> mixes() {
    Arbitrary<Integer> samples = Arbitraries.integers().between(0, 60);
    Arbitrary<Integer> weights = Arbitraries.integers().between(1, 9);
    return Combinators.combine(
            samples.list().ofSize(3),
            weights.list().ofSize(3),
            Arbitraries.integers().between(1, 6),
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(1, 9))
        .as(Mix::new);
  }
}
