package io.pcr.reader;

/**
 * How many samples damage has affected. Immutable and thread-safe.
 *
 * @param degraded samples that were read at a lower fidelity than the caller asked for
 * @param skipped samples that were left out. When the end of a single TFRecord file is damaged, the
 *     number of lost samples is unknown; they count as one.
 */
public record DamageCounts(long degraded, long skipped) {
  /** No damage. */
  public static final DamageCounts NONE = new DamageCounts(0, 0);
}
