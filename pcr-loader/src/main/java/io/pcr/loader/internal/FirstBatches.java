package io.pcr.loader.internal;

/**
 * The first batches of a run, for which only their own samples are read: whole windows, of which a
 * batch needs a few samples each, would make the caller wait. Each phase has twice as many batches
 * as the one before, so that the reads become fewer and longer while windows are on their way.
 *
 * @param first the batch with which the run begins, counted from the beginning of the run
 */
record FirstBatches(long first) {
  private static final int PHASES = 4;

  /** The batches of all phases: 1, 2, 4 and 8. */
  static final int COUNT = (1 << PHASES) - 1;

  boolean has(long batch) {
    return batch - first < COUNT;
  }

  /** Whether it has a batch, and the batch is in the epoch with which the run begins. */
  boolean isOfFirstEpoch(long batch, long perEpoch) {
    return has(batch) && batch / perEpoch == first / perEpoch;
  }

  /** The phase of a batch, from 0. */
  int phase(long batch) {
    return 63 - Long.numberOfLeadingZeros(batch - first + 1);
  }

  /** The batch behind a phase. */
  long end(int phase) {
    return first + (1L << (phase + 1)) - 1;
  }
}
