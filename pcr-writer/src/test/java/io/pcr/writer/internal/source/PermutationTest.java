package io.pcr.writer.internal.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PermutationTest {
  @Property(tries = 300)
  void everyNumberComesOnce(@ForAll @IntRange(min = 1, max = 5000) int count, @ForAll long seed) {
    Permutation permutation = new Permutation(count, seed);
    BitSet seen = new BitSet();
    for (int i = 0; i < count; i++) {
      long at = permutation.at(i);
      assertTrue(at >= 0 && at < count, () -> at + " of " + count);
      seen.set((int) at);
    }
    assertEquals(count, seen.cardinality());
  }

  @Test
  void shuffleOfASeedIsFrozen() {
    Permutation permutation = new Permutation(10, 42);
    assertEquals(
        "1035928764",
        LongStream.range(0, 10)
            .mapToObj(i -> Long.toString(permutation.at(i)))
            .collect(Collectors.joining()));
  }

  @Test
  void otherSeedIsAnotherOrder() {
    Permutation one = new Permutation(1000, 1);
    Permutation two = new Permutation(1000, 2);
    long same = LongStream.range(0, 1000).filter(i -> one.at(i) == two.at(i)).count();
    assertTrue(same < 20, () -> same + " of 1000 stand at the same place");
  }

  @Test
  void neighboursAreTornApart() {
    Permutation permutation = new Permutation(1 << 20, 7);
    long near =
        LongStream.range(1, 10_000)
            .filter(i -> Math.abs(permutation.at(i) - permutation.at(i - 1)) < 1000)
            .count();
    assertTrue(near < 60, () -> near + " neighbours within 1000, about 19 are expected");
  }

  @Test
  void numbersBeyondThirtyTwoBitsWork() {
    Permutation permutation = new Permutation(10_000_000_000L, 3);
    assertTrue(permutation.at(9_999_999_999L) < 10_000_000_000L);
  }
}
