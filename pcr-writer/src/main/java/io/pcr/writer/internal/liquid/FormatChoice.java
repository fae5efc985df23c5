package io.pcr.writer.internal.liquid;

import io.pcr.format.metadata.Encoding;
import io.pcr.writer.internal.source.Permutation;
import io.pcr.writer.liquid.FormatMix;
import java.util.Map;

/**
 * Which format the input at each place of a dataset gets. The places are cut into blocks as long as
 * the mix's weights add up to; in every block each format has exactly its weight, in an order that
 * the seed and the block's number shuffle. What is left over at the end of a known number of inputs
 * is shared by largest remainder. So the ratio holds in the dataset to the sample, and in any
 * stretch of it, such as a shard, to a block at either end; and what an input becomes depends on
 * nothing but seed, mix, number of inputs and its place.
 *
 * <p>Immutable and thread-safe. The choice of a (mix, count, seed) is frozen: datasets are
 * reproducible from it.
 */
public final class FormatChoice {
  /** Keeps blocks apart; an odd number close to 2^64 divided by the golden ratio. */
  private static final long BLOCK_STEP = 0x9e3779b97f4a7c15L;

  private static final long UNKNOWN = Long.MAX_VALUE;

  private final FormatMix mix;
  private final long count;
  private final long seed;

  private FormatChoice(FormatMix mix, long count, long seed) {
    this.mix = mix;
    this.count = count;
    this.seed = seed;
  }

  /** The choice for a known number of inputs. */
  public static FormatChoice of(FormatMix mix, long count, long seed) {
    return new FormatChoice(mix, count, seed);
  }

  /** The choice for inputs whose number nobody knows yet: the last block may be cut anywhere. */
  public static FormatChoice endless(FormatMix mix, long seed) {
    return new FormatChoice(mix, UNKNOWN, seed);
  }

  /** The format of the input at a place, counted from 0. */
  public Encoding at(long place) {
    if (place < 0 || place >= count) {
      throw new IndexOutOfBoundsException(place + " of " + count);
    }
    long block = place / mix.sum();
    long size = Math.min(mix.sum(), count - block * mix.sum());
    long slot = new Permutation(size, seed + block * BLOCK_STEP).at(place % mix.sum());
    for (Map.Entry<Encoding, Long> share : mix.counts(size).entrySet()) {
      if (slot < share.getValue()) {
        return share.getKey();
      }
      slot -= share.getValue();
    }
    throw new IllegalStateException("the shares of " + mix + " do not add up to " + size);
  }
}
