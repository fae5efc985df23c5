package io.pcr.loader.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.order.ShardCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PartPlanTest {
  /** A run: a dataset, an order, a batch that two numbers of ranks divide, and where it changes. */
  record Run(
      ShardCounts counts,
      OrderOptions order,
      int perTwo,
      int ranks,
      int later,
      Remainder remainder) {
    int batch() {
      return perTwo * ranks * later;
    }

    PartPlan plan(long seed) {
      return new PartPlan(new PartOrder(counts, seed, order), BatchSize.of(batch()), remainder);
    }
  }

  /** 10,000 runs that change their number of ranks anywhere: no sample twice, none left out. */
  @Property(tries = 10_000)
  void eachSampleComesOnceOverAllRanksAndAChangeOfRanks(
      @ForAll("runs") Run run, @ForAll long seed, @ForAll @IntRange(max = 20) int changeAt) {
    PartPlan plan = run.plan(seed);
    BatchEntries entries = new BatchEntries(run.batch());
    TreeMap<Long, Integer> seen = new TreeMap<>();
    int padded = 0;
    for (long batch = 0; batch < plan.batches(); batch++) {
      int ranks = batch < changeAt ? run.ranks() : run.later();
      for (int rank = 0; rank < ranks; rank++) {
        plan.entries(0, batch, new Rank(rank, ranks), entries);
        boolean last = batch == plan.batches() - 1;
        if (!last || run.remainder() != Remainder.SHORT) {
          assertEquals(run.batch() / ranks, entries.size());
        }
        for (int i = 0; i < entries.size(); i++) {
          if (entries.padded(i)) {
            padded++;
          } else {
            seen.merge(entries.index(i), 1, Integer::sum);
          }
        }
      }
    }
    long samples = run.counts().samples();
    long rest = samples % run.batch();
    assertTrue(seen.values().stream().allMatch(times -> times == 1), "a sample came twice");
    assertEquals(run.remainder() == Remainder.DROP ? samples - rest : samples, seen.size());
    assertEquals(run.remainder() == Remainder.PAD && rest > 0 ? run.batch() - rest : 0, padded);
  }

  @Property(tries = 2_000)
  void theSetOfABatchDoesNotDependOnTheRanks(@ForAll("runs") Run run, @ForAll long seed) {
    PartPlan plan = run.plan(seed);
    for (long batch = 0; batch < plan.batches(); batch++) {
      assertEquals(indices(plan, batch, 1), indices(plan, batch, run.ranks()));
    }
  }

  @Property(tries = 2_000)
  void ranksGetWholeLanesWhenTheyDivideThem(
      @ForAll("runs") Run run, @ForAll @IntRange(min = 1, max = 4) int lanesEach) {
    int lanes = run.ranks() * lanesEach;
    int batch = lanes * run.perTwo();
    PartOrder part = new PartOrder(run.counts(), 4, OrderOptions.lanes(lanes, 16));
    PartPlan plan = new PartPlan(part, BatchSize.of(batch), Remainder.DROP);
    BatchEntries entries = new BatchEntries(batch);
    for (long number = 0; number < plan.batches(); number++) {
      for (int rank = 0; rank < run.ranks(); rank++) {
        plan.entries(0, number, new Rank(rank, run.ranks()), entries);
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
          own.add(entries.index(i));
        }
        List<Long> expected = new ArrayList<>();
        for (int lane = rank * lanesEach; lane < (rank + 1) * lanesEach; lane++) {
          for (int i = 0; i < run.perTwo(); i++) {
            expected.add(part.epoch(0).index(number * batch + (long) i * lanes + lane));
          }
        }
        assertEquals(expected, own);
      }
    }
  }

  @Test
  void ranksThatCannotGetEqualPartsAreAnErrorThatNamesTheNearestBatches() {
    PartPlan plan = plan(BatchSize.of(10));
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> plan.entries(0, 0, new Rank(0, 4), new BatchEntries(10)));
    assertTrue(error.getMessage().endsWith("the nearest that can: 8 and 12"), error.getMessage());
    assertThrows(IllegalArgumentException.class, () -> BatchSize.of(3).perRank(4));
  }

  @Test
  void aMaskMakesPartsEqual() {
    PartPlan plan = plan(new BatchSize(10, true));
    BatchEntries entries = new BatchEntries(3);
    List<Long> all = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      plan.entries(0, 0, new Rank(rank, 4), entries);
      assertEquals(3, entries.size());
      for (int i = 0; i < 3; i++) {
        if (!entries.padded(i)) {
          all.add(entries.index(i));
        } else {
          assertEquals(entries.index(0), entries.index(i));
        }
      }
    }
    all.sort(null);
    assertEquals(indices(plan, 0, 1), all);
  }

  @Test
  void aBatchLargerThanTheDatasetIsFilledBySeveralRounds() {
    PartPlan plan =
        new PartPlan(
            new PartOrder(ShardCounts.of(3), 1, OrderOptions.SEQUENTIAL),
            BatchSize.of(8),
            Remainder.PAD);
    BatchEntries entries = new BatchEntries(8);
    plan.entries(0, 0, Rank.ONLY, entries);
    assertEquals(1, plan.batches());
    for (int i = 0; i < 8; i++) {
      assertEquals(i % 3, entries.index(i));
      assertEquals(i >= 3, entries.padded(i));
    }
    assertFalse(entries.padded(0));
  }

  private static PartPlan plan(BatchSize batch) {
    PartOrder part =
        new PartOrder(ShardCounts.of(20, 20), 1, OrderOptions.forBatch(OrderKind.LANES, 10));
    return new PartPlan(part, batch, Remainder.DROP);
  }

  private static List<Long> indices(BatchPlan plan, long batch, int ranks) {
    BatchEntries entries = new BatchEntries(plan.batch().global());
    List<Long> found = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      plan.entries(0, batch, new Rank(rank, ranks), entries);
      for (int i = 0; i < entries.size(); i++) {
        found.add(entries.index(i));
      }
    }
    found.sort(null);
    return found;
  }

  @Provide
  Arbitrary<Run> runs() {
    Arbitrary<ShardCounts> counts =
        Arbitraries.oneOf(
                Arbitraries.integers().between(0, 30).array(int[].class).ofMaxSize(12),
                Arbitraries.integers().between(0, 2).array(int[].class).ofMaxSize(40))
            .map(ShardCounts::of);
    Arbitrary<OrderOptions> order =
        Combinators.combine(
                Arbitraries.integers().between(0, 40), Arbitraries.integers().between(1, 60))
            .as(
                (lanes, window) ->
                    lanes == 0 ? OrderOptions.GLOBAL : OrderOptions.lanes(lanes, window));
    return Combinators.combine(
            counts,
            order,
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(1, 5),
            Arbitraries.integers().between(1, 5),
            Arbitraries.of(Remainder.class))
        .as(Run::new);
  }
}
