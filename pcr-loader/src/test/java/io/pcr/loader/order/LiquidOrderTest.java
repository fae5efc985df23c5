package io.pcr.loader.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LiquidOrderTest {
  private static SampleFormats formats(long seed, int shards, int most, int kinds) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[][] formats = new byte[shards][];
    for (int shard = 0; shard < shards; shard++) {
      formats[shard] = new byte[random.nextInt(most + 1)];
      for (int i = 0; i < formats[shard].length; i++) {
        formats[shard][i] = (byte) (2 + random.nextInt(kinds));
      }
    }
    int[] counts = Arrays.stream(formats).mapToInt(each -> each.length).toArray();
    return SampleFormats.of(ShardCounts.of(counts), formats);
  }

  private static LiquidOrder order(
      SampleFormats formats, long seed, long epoch, OrderOptions options, int batch) {
    return (LiquidOrder) PartOrder.liquid(formats, seed, options, batch).epoch(epoch);
  }

  /**
   * Each sample is given once an epoch; nothing is read that the epoch before kept; and what is
   * given has been read before, or was kept, or is what epoch 0 begins with.
   */
  @Property(tries = 1000)
  void eachSampleIsGivenOnceAndReadOnceUnlessItWasKept(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 8) int shards,
      @ForAll @IntRange(max = 30) int most,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int perTurn,
      @ForAll @IntRange(min = 1, max = 50) int window) {
    SampleFormats formats = formats(seed, shards, most, kinds);
    long samples = formats.counts().samples();
    OrderOptions options = new OrderOptions(OrderKind.LIQUID, lanes, window);
    Set<Long> kept = new HashSet<>();
    for (int epoch = 0; epoch < 3; epoch++) {
      LiquidOrder order = order(formats, seed, epoch, options, lanes * perTurn);
      BitSet given = new BitSet();
      Set<Long> inMemory = new HashSet<>(kept);
      Set<Long> keptNow = new HashSet<>();
      for (int lane = 0; lane < lanes; lane++) {
        for (long number = 0; order.hasTurn(lane, number); number++) {
          LiquidTurn turn = order.turn(lane, number);
          for (long read : turn.read()) {
            assertTrue(inMemory.add(read), "read what is there");
          }
          for (int i = 0; i < turn.given().length; i++) {
            long sample = turn.given()[i];
            assertFalse(given.get((int) sample), "given twice");
            given.set((int) sample);
            assertTrue(epoch == 0 || inMemory.contains(sample), "given before it was read");
            if (turn.kept()[i]) {
              keptNow.add(sample);
            } else {
              inMemory.remove(sample);
            }
          }
        }
      }
      assertEquals(samples, given.cardinality());
      assertEquals(keptNow, epoch == 0 ? keptNow : inMemory);
      kept = keptNow;
    }
  }

  /** Positions are the places of the turns, whichever is asked for first. */
  @Property(tries = 300)
  void positionsCanBeAskedForInAnyOrder(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int lanes) {
    SampleFormats formats = formats(seed, 4, 20, 2);
    OrderOptions options = new OrderOptions(OrderKind.LIQUID, lanes, 7);
    LiquidOrder forward = order(formats, seed, 2, options, lanes * 3);
    LiquidOrder backward = order(formats, seed, 2, options, lanes * 3);
    int samples = (int) formats.counts().samples();
    long[] one = new long[samples];
    long[] other = new long[samples];
    for (int position = 0; position < samples; position++) {
      one[position] = forward.index(position);
    }
    for (int position = samples - 1; position >= 0; position--) {
      other[position] = backward.index(position);
    }
    assertArrayEquals(one, other);
  }

  /** 640 JPEG and 320 RAW in shards of 60, a quarter of which stays in memory. */
  @Test
  void everyBatchReadsAndKeepsTheSameNumberOfEachFormat() {
    byte[][] formats = new byte[16][60];
    for (byte[] shard : formats) {
      for (int i = 0; i < shard.length; i++) {
        shard[i] = (byte) (i % 3 == 0 ? 5 : 2);
      }
    }
    int[] counts = Arrays.stream(formats).mapToInt(each -> each.length).toArray();
    SampleFormats known = SampleFormats.of(ShardCounts.of(counts), formats);
    OrderOptions options = new OrderOptions(OrderKind.LIQUID, 4, 60);
    for (int epoch = 0; epoch < 4; epoch++) {
      LiquidOrder order = order(known, 7, epoch, options, 48);
      for (int lane = 0; lane < 4; lane++) {
        for (int number = 0; number < 20; number++) {
          LiquidTurn turn = order.turn(lane, number);
          int kept = 0;
          for (boolean each : turn.kept()) {
            kept += each ? 1 : 0;
          }
          assertEquals(12, turn.given().length);
          assertEquals(3, kept);
          assertEquals(9, turn.read().length);
          assertEquals(3, Arrays.stream(turn.read()).filter(index -> index % 60 % 3 == 0).count());
          assertEquals(4, Arrays.stream(turn.given()).filter(index -> index % 60 % 3 == 0).count());
        }
        assertFalse(order.hasTurn(lane, 20));
      }
    }
  }

  @Test
  void lanesThatDoNotDivideTheBatchAreAnError() {
    SampleFormats formats = formats(1, 2, 9, 2);
    OrderOptions options = new OrderOptions(OrderKind.LIQUID, 3, 4);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> PartOrder.liquid(formats, 1, options, 8));
    assertTrue(e.getMessage().contains("3 lanes do not divide a batch of 8"), e.getMessage());
  }
}
