package io.pcr.loader.order;

/**
 * A permutation of the numbers below n that needs no memory: each place is computed from a key
 * (spec/loader.md 3). It is the "swap or not" shuffle: a round pairs each x with c - x, and both
 * change places or neither does.
 */
public final class KeyedPermutation {
  /**
   * With each round, half of what is left of the old order goes. Below 32 rounds tests on few
   * elements can tell the permutations from random ones.
   */
  static final int ROUNDS = 32;

  private KeyedPermutation() {}

  /**
   * The new place of x.
   *
   * @param n at least 1
   * @param x at least 0, below n
   */
  public static long permute(long key, long n, long x) {
    if (n == 1) {
      return 0;
    }
    long place = x;
    for (int round = 0; round < ROUNDS; round++) {
      long centre = OrderNumbers.below(OrderNumbers.number(key, 2L * round), n);
      long partner = centre - place;
      partner += (partner >> 63) & n;
      long pair = Math.max(place, partner);
      long decision = OrderNumbers.mix(OrderNumbers.number(key, 2L * round + 1) + pair);
      place = (decision & 1) == 0 ? place : partner;
    }
    return place;
  }
}
