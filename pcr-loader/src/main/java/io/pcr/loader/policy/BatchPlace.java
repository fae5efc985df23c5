package io.pcr.loader.policy;

/**
 * A batch of a run.
 *
 * @param epoch from 0
 * @param batch in its epoch, from 0
 * @param batches of each epoch
 */
public record BatchPlace(long epoch, long batch, long batches) {
  public BatchPlace {
    if (epoch < 0 || batch < 0 || batch >= batches) {
      throw new IllegalArgumentException(
          "batch " + batch + " of epoch " + epoch + ", which has " + batches);
    }
  }

  /** The batch with a number that is counted from the beginning of the run. */
  public static BatchPlace of(long absolute, long batches) {
    return new BatchPlace(absolute / batches, absolute % batches, batches);
  }

  /** The number of the batch, counted from the beginning of the run. */
  public long absolute() {
    return epoch * batches + batch;
  }
}
