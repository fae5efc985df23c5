package io.pcr.loader.batch;

/**
 * How many samples a step has, and whether the ranks get equal parts of it.
 *
 * @param global samples of all ranks together, from 1 to 2^24
 * @param masked whether ranks that get one sample less than others get one of theirs twice, marked;
 *     otherwise the number of ranks must divide the batch
 */
public record BatchSize(int global, boolean masked) {
  /** The largest batch. */
  public static final int MAX = 1 << 24;

  public BatchSize {
    if (global < 1 || global > MAX) {
      throw new IllegalArgumentException("batch " + global + " is not from 1 to " + MAX);
    }
  }

  /** A batch that the number of ranks must divide. */
  public static BatchSize of(int global) {
    return new BatchSize(global, false);
  }

  /**
   * How many samples each rank gets.
   *
   * @throws IllegalArgumentException when the ranks cannot get equal parts; names the batches next
   *     to it that they can divide
   */
  public int perRank(int ranks) {
    if (global % ranks == 0) {
      return global / ranks;
    }
    if (masked) {
      return global / ranks + 1;
    }
    long below = global / ranks * (long) ranks;
    throw new IllegalArgumentException(
        "a global batch of "
            + global
            + " cannot be divided by "
            + ranks
            + " ranks; the nearest that can: "
            + (below == 0 ? "" : below + " and ")
            + (below + ranks));
  }
}
