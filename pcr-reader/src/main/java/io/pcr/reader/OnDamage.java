package io.pcr.reader;

/** What to do with a sample whose bytes are damaged or missing. */
public enum OnDamage {
  /** Throw, naming shard, sample, group and offset. */
  FAIL,
  /**
   * Give the sample at the highest fidelity below the damage, and say so ({@link
   * Sample#isDegraded}). A sample of which not even group 1 is whole is skipped.
   */
  DEGRADE,
  /** Leave the sample out, and count it ({@link DamageCounts}). */
  SKIP
}
