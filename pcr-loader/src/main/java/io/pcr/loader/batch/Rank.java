package io.pcr.loader.batch;

/**
 * One of the equal readers of a run.
 *
 * @param rank from 0, below ranks
 * @param ranks how many there are; a data-parallel run has as many as it has replicas of the model
 */
public record Rank(int rank, int ranks) {
  /** The only reader of a run. */
  public static final Rank ONLY = new Rank(0, 1);

  public Rank {
    if (ranks < 1 || rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " of " + ranks + " ranks");
    }
  }

  /** How many of n things are before this rank's, when all ranks get nearly as many. */
  int first(int n) {
    return (int) ((long) n * rank / ranks);
  }

  /** How many of n things are before those of the next rank. */
  int end(int n) {
    return (int) ((long) n * (rank + 1) / ranks);
  }
}
