package io.pcr.writer.convert;

import io.pcr.writer.internal.source.Permutation;
import java.util.function.LongUnaryOperator;

/**
 * The order in which inputs become samples. Immutable.
 *
 * @param shuffled false for the order of the source
 * @param seed the seed of the shuffle
 */
public record SampleOrder(boolean shuffled, long seed) {
  /** The order of the source. */
  public static final SampleOrder SOURCE = new SampleOrder(false, 0);

  /** The shuffled order of a seed. */
  public static SampleOrder shuffled(long seed) {
    return new SampleOrder(true, seed);
  }

  /** Maps the place of a sample to the number of its input. */
  LongUnaryOperator over(long count) {
    return shuffled ? new Permutation(count, seed)::at : LongUnaryOperator.identity();
  }

  /** The order as options write it. */
  @Override
  public String toString() {
    return shuffled ? "shuffle " + seed : "source";
  }
}
