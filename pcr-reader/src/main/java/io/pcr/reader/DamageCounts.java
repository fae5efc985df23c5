package io.pcr.reader;

/**
 * How many samples and shards damage has affected. Immutable and thread-safe.
 *
 * @param degraded samples that were read at a lower fidelity than the caller asked for
 * @param skipped samples that were left out. When the end of a single TFRecord file is damaged, the
 *     number of lost samples is unknown; they count as one.
 * @param fronts shards whose first bytes are damaged and were read from the copy at the shard's
 *     end, so that nothing is lost; 0 in the counts of a single reader
 */
public record DamageCounts(long degraded, long skipped, long fronts) {
  /** No damage. */
  public static final DamageCounts NONE = new DamageCounts(0, 0, 0);

  /** Samples that damage has affected. */
  public DamageCounts(long degraded, long skipped) {
    this(degraded, skipped, 0);
  }
}
