package io.pcr.writer.internal.source;

/**
 * A seeded shuffle of the numbers 0 to n-1 that needs no memory: a four-round Feistel network over
 * the smallest even number of bits that holds n, walked along its cycle until it lands below n
 * again (at most four steps on average).
 *
 * <p>Immutable and thread-safe. The mapping of a (seed, n) pair is frozen: datasets are
 * reproducible from it.
 */
public final class Permutation {
  private static final int ROUNDS = 4;

  private final long count;
  private final int halfBits;
  private final long halfMask;
  private final long[] roundKeys = new long[ROUNDS];

  /** The shuffle of {@code count} numbers that {@code seed} names. */
  public Permutation(long count, long seed) {
    if (count < 0) {
      throw new IllegalArgumentException("count is negative: " + count);
    }
    this.count = count;
    int bits = 64 - Long.numberOfLeadingZeros(Math.max(count - 1, 1));
    halfBits = (bits + 1) / 2;
    halfMask = (1L << halfBits) - 1;
    for (int round = 0; round < ROUNDS; round++) {
      roundKeys[round] = mix(seed + (round + 1) * 0x9e3779b97f4a7c15L);
    }
  }

  /** The number at {@code position} of the shuffled order. */
  public long at(long position) {
    if (position < 0 || position >= count) {
      throw new IndexOutOfBoundsException(position + " of " + count);
    }
    long value = position;
    do {
      value = encrypt(value);
    } while (value >= count);
    return value;
  }

  private long encrypt(long value) {
    long left = value >>> halfBits;
    long right = value & halfMask;
    for (long key : roundKeys) {
      long next = left ^ (mix(right ^ key) & halfMask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }

  /** The finaliser of SplitMix64: every bit of the input reaches every bit of the output. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
