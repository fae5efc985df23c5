package io.pcr.loader.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EpochOrderTest {
  @Property(tries = 2000)
  void eachSampleIsAtOnePosition(
      @ForAll("shards") int[] counts,
      @ForAll("options") OrderOptions options,
      @ForAll long seed,
      @ForAll @IntRange(max = 5) int epoch) {
    ShardCounts shards = ShardCounts.of(counts);
    EpochOrder order = EpochOrder.of(shards, seed, epoch, options);
    assertEquals(shards.samples(), order.samples());
    BitSet seen = new BitSet();
    for (long position = 0; position < order.samples(); position++) {
      long index = order.index(position);
      assertTrue(index >= 0 && index < shards.samples());
      assertFalse(seen.get((int) index));
      seen.set((int) index);
    }
  }

  /** Each sample is in its stretch, and no stretch is needed behind its last position. */
  @Property(tries = 1000)
  void stretchesHaveTheSamplesUntilTheirLastPosition(
      @ForAll("shards") int[] counts, @ForAll("options") OrderOptions options, @ForAll long seed) {
    ShardCounts shards = ShardCounts.of(counts);
    EpochOrder order = EpochOrder.of(shards, seed, 1, options);
    Map<Long, Stretch> found = new HashMap<>();
    long all = 0;
    for (long position = 0; position < order.samples(); position++) {
      Stretch stretch = order.stretch(position);
      long index = order.index(position);
      assertEquals(shards.shardOf(index), stretch.shard());
      long place = index - shards.start(stretch.shard());
      assertTrue(stretch.from() <= place && place < stretch.to());
      assertTrue(position <= stretch.lastPosition());
      Stretch before = found.put(stretch.id(), stretch);
      assertTrue(before == null || before.equals(stretch));
      all += before == null ? stretch.to() - stretch.from() : 0;
    }
    assertEquals(order.samples(), all, "stretches do not overlap, and leave nothing out");
  }

  @Property(tries = 500)
  void lanesTakeTurnsAndDifferByOneAtMost(
      @ForAll("shards") int[] counts, @ForAll @IntRange(min = 1, max = 70) int lanes) {
    ShardCounts shards = ShardCounts.of(counts);
    EpochOrder order = EpochOrder.of(shards, 3, 0, OrderOptions.lanes(lanes, 8));
    long[] each = new long[lanes];
    for (long position = 0; position < order.samples(); position++) {
      int lane = order.lane(position);
      if (position < order.samples() / lanes * lanes) {
        assertEquals(position % lanes, lane);
      }
      each[lane]++;
    }
    for (long length : each) {
      assertTrue(length == shards.samples() / lanes || length == shards.samples() / lanes + 1);
    }
  }

  /** What bounds the memory of a reader: a sample never goes further than two windows. */
  @Property(tries = 500)
  void samplesStayWithinAWindowAndAHalfOfTheirPlaceInTheLane(
      @ForAll("shards") int[] counts,
      @ForAll @IntRange(min = 1, max = 20) int lanes,
      @ForAll @IntRange(min = 1, max = 50) int window) {
    ShardCounts shards = ShardCounts.of(counts);
    LanesOrder order = new LanesOrder(shards, 11, 2, lanes, window);
    LaneCut cut = new LaneCut(shards.samples(), lanes);
    for (long position = 0; position < order.samples(); position++) {
      long from = order.sequence(position) - cut.start(cut.lane(position));
      assertTrue(from >= 0 && from < cut.length(cut.lane(position)));
      assertTrue(Math.abs(from - cut.place(position)) < 2L * window);
    }
  }

  @Test
  void shardsOfOneLaneStandInAnyOrderAndEpochsDiffer() {
    ShardCounts shards = ShardCounts.of(10, 10, 10, 10, 10, 10, 10, 10);
    EpochOrder one = EpochOrder.of(shards, 5, 0, OrderOptions.lanes(1, 1));
    EpochOrder two = EpochOrder.of(shards, 5, 1, OrderOptions.lanes(1, 1));
    int same = 0;
    for (int position = 0; position < 80; position += 10) {
      assertEquals(0, one.index(position) % 10, "a shard begins");
      same += one.index(position) == two.index(position) ? 1 : 0;
    }
    assertTrue(same < 8);
  }

  @Test
  void anOrderOfNothingHasNoPosition() {
    SampleFormats formats = SampleFormats.of(ShardCounts.of());
    for (OrderKind kind : OrderKind.values()) {
      OrderOptions options = OrderOptions.forBatch(kind, 4);
      PartOrder order =
          kind == OrderKind.LIQUID
              ? PartOrder.liquid(formats, 1, options, 4)
              : new PartOrder(ShardCounts.of(), 1, options);
      assertEquals(0, order.epoch(0).samples());
    }
    assertThrows(IndexOutOfBoundsException.class, () -> ShardCounts.of(0, 0).shardOf(0));
  }

  @Test
  void shardsWithoutSamplesAreNeverFound() {
    ShardCounts shards = ShardCounts.of(0, 3, 0, 0, 2, 0);
    int[] expected = {1, 1, 1, 4, 4};
    for (int index = 0; index < 5; index++) {
      assertEquals(expected[index], shards.shardOf(index));
    }
  }

  @Test
  void defaultsDependOnTheBatchAlone() {
    assertEquals(OrderOptions.lanes(64, 256), OrderOptions.forBatch(4096));
    assertEquals(OrderOptions.lanes(50, 256), OrderOptions.forBatch(1000));
    assertEquals(OrderOptions.lanes(48, 256), OrderOptions.forBatch(96));
    assertEquals(OrderOptions.lanes(64, 256), OrderOptions.forBatch(97));
    assertEquals(OrderOptions.lanes(3, 256), OrderOptions.forBatch(3));
    assertThrows(IllegalArgumentException.class, () -> OrderOptions.lanes(0, 1));
    assertThrows(IllegalArgumentException.class, () -> OrderOptions.lanes(1, 0));
  }

  @Provide
  Arbitrary<int[]> shards() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(0, 40).array(int[].class).ofMaxSize(40),
        Arbitraries.integers().between(0, 1).array(int[].class).ofMaxSize(100),
        Arbitraries.integers().between(0, 1500).array(int[].class).ofMaxSize(3));
  }

  @Provide
  Arbitrary<OrderOptions> options() {
    Arbitrary<OrderOptions> lanes =
        Combinators.combine(
                Arbitraries.integers().between(1, 80), Arbitraries.integers().between(1, 300))
            .as(OrderOptions::lanes);
    return Arbitraries.oneOf(
        lanes, lanes, Arbitraries.of(OrderOptions.GLOBAL, OrderOptions.SEQUENTIAL));
  }
}
