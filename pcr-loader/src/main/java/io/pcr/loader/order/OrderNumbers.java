package io.pcr.loader.order;

/**
 * The numbers that everything in the loader's order is computed from (spec/loader.md 2). They
 * depend on their arguments alone, so every language and every machine has the same ones.
 */
public final class OrderNumbers {
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private OrderNumbers() {}

  /** A number in which each bit depends on all bits of x; no two x have the same. */
  static long mix(long x) {
    long mixed = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  /** The key that belongs to three values. */
  public static long key(long first, long second, long third) {
    return extend(extend(extend(0, first), second), third);
  }

  /** The key that belongs to five values. */
  public static long key(long first, long second, long third, long fourth, long fifth) {
    return extend(extend(key(first, second, third), fourth), fifth);
  }

  private static long extend(long key, long value) {
    return mix(key + STEP + value);
  }

  /** The number at a place of the sequence of numbers that belongs to a key. */
  public static long number(long key, long place) {
    return mix(key + (place + 1) * STEP);
  }

  /**
   * A number below n, as evenly spread as x is over all numbers of 64 bits.
   *
   * @param n at least 1
   */
  public static long below(long x, long n) {
    return Math.multiplyHigh(x, n) + ((x >> 63) & n);
  }
}
