package io.pcr.loader.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SelectionTest {
  @Property(tries = 300)
  void placesOfAShardAreItsSelectedSamplesInOrder(
      @ForAll @Size(max = 5) List<@IntRange(max = 400) Integer> shards,
      @ForAll @IntRange(max = 100) int percent,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Selection.Builder builder = Selection.builder();
    List<BitSet> bits =
        shards.stream()
            .map(
                samples -> {
                  BitSet set = new BitSet();
                  for (int i = 0; i < samples; i++) {
                    set.set(i, random.nextInt(100) < percent);
                  }
                  builder.shard(samples, set::get);
                  return set;
                })
            .toList();
    Selection view = builder.build();
    for (int shard = 0; shard < bits.size(); shard++) {
      int place = 0;
      BitSet set = bits.get(shard);
      assertEquals(set.cardinality(), view.counts().count(shard));
      for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
        assertEquals(i, view.ordinal(shard, place++));
      }
      int beyond = place;
      int at = shard;
      assertThrows(IndexOutOfBoundsException.class, () -> view.ordinal(at, beyond));
    }
  }

  @Test
  void differentViewsHaveDifferentHashes() {
    Selection one = Selection.builder().shard(9, i -> i == 3).build();
    Selection other = Selection.builder().shard(9, i -> i == 4).build();
    Selection split = Selection.builder().shard(8, i -> i == 3).shard(1, i -> false).build();
    assertNotEquals(one.hash(), other.hash());
    assertNotEquals(one.hash(), split.hash());
    assertEquals("all", Selection.all(3, 0, 2).hash());
    assertTrue(Selection.builder().shard(2, i -> true).build().isAll());
  }
}
