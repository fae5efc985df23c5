package io.pcr.reader;

/** What the reader does with a sample whose bytes are damaged or missing. */
public enum OnDamage {
  /** The reader throws an exception that names shard, sample, group and offset. */
  FAIL,
  /**
   * The reader gives the sample at the highest fidelity that is intact, and marks it ({@link
   * Sample#isDegraded}). If even group 1 is damaged, the reader skips the sample.
   */
  DEGRADE,
  /** The reader leaves the sample out and counts it ({@link DamageCounts}). */
  SKIP
}
