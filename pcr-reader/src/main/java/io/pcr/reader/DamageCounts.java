package io.pcr.reader;

/**
 * How many samples were touched by damage. Immutable.
 *
 * @param degraded samples given at a lower fidelity than asked for
 * @param skipped samples left out; where a TFRecord file by itself ends in damage, one stands for
 *     all that were there
 */
public record DamageCounts(long degraded, long skipped) {
  /** No damage. */
  public static final DamageCounts NONE = new DamageCounts(0, 0);
}
