package io.pcr.loader.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedPermutationTest {
  @Property(tries = 500)
  void eachPlaceIsTakenOnce(@ForAll long key, @ForAll @IntRange(min = 1, max = 3000) int n) {
    BitSet taken = new BitSet();
    for (int x = 0; x < n; x++) {
      long place = KeyedPermutation.permute(key, n, x);
      assertTrue(place >= 0 && place < n);
      assertFalse(taken.get((int) place), () -> "two elements of " + n + " have a place");
      taken.set((int) place);
    }
  }

  @Property(tries = 500)
  void placesOfAnyNumberOfElementsAreAmongThem(
      @ForAll long key, @ForAll @LongRange(min = 1, max = Long.MAX_VALUE / 2) long n) {
    long place = KeyedPermutation.permute(key, n, n - 1);
    assertTrue(place >= 0 && place < n);
  }

  /** All orders of few elements, over many keys: as often as chance would have it. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void allOrdersOfFewElementsAreEquallyOften(int n) {
    Map<String, Integer> found = new HashMap<>();
    int orders = 1;
    for (int i = 2; i <= n; i++) {
      orders *= i;
    }
    int tries = orders * 1000;
    for (int k = 0; k < tries; k++) {
      StringBuilder order = new StringBuilder();
      for (int x = 0; x < n; x++) {
        order.append(KeyedPermutation.permute(OrderNumbers.key(1, k, 4), n, x));
      }
      found.merge(order.toString(), 1, Integer::sum);
    }
    assertEquals(orders, found.size());
    double chi = 0;
    for (int times : found.values()) {
      chi += (times - 1000.0) * (times - 1000.0) / 1000;
    }
    // Mean orders - 1, deviation sqrt(2 (orders - 1)); the keys are fixed, so this never wavers.
    assertTrue(chi < orders - 1 + 4 * Math.sqrt(2.0 * (orders - 1)), "chi-square " + chi);
  }

  /** Of up to 50 elements, each stands in each place as often, and so do pairs of neighbours. */
  @Test
  void placesAndNeighboursOfElementsAreEvenlySpread() {
    for (int n = 2; n <= 50; n += n < 12 ? 1 : 6) {
      int tries = 300 * n;
      int[][] at = new int[n][n];
      int neighbours = 0;
      for (int k = 0; k < tries; k++) {
        long key = OrderNumbers.key(2, k, n);
        long before = -9;
        for (int x = 0; x < n; x++) {
          long place = KeyedPermutation.permute(key, n, x);
          at[x][(int) place]++;
          neighbours += place == before + 1 ? 1 : 0;
          before = place;
        }
      }
      double chi = 0;
      for (int[] row : at) {
        for (int times : row) {
          chi += (times - 300.0) * (times - 300.0) / 300;
        }
      }
      double free = (n - 1.0) * (n - 1.0);
      assertTrue(chi < free + 5 * Math.sqrt(2 * free), "chi-square " + chi + " of " + n);
      double expected = tries * (n - 1.0) / n;
      assertEquals(expected, neighbours, 5 * Math.sqrt(expected), "neighbours of " + n);
    }
  }

  /** Keys that differ by an exchange of values, such as seed and epoch, give other orders. */
  @Test
  void seedAndEpochAreNotExchangeable() {
    int same = 0;
    for (int x = 0; x < 1000; x++) {
      long one = KeyedPermutation.permute(OrderNumbers.key(1, 2, 4), 1000, x);
      long other = KeyedPermutation.permute(OrderNumbers.key(2, 1, 4), 1000, x);
      same += one == other ? 1 : 0;
    }
    assertTrue(same < 10, same + " of 1000 places are the same");
  }
}
