package io.pcr.writer.internal.shard;

import io.pcr.writer.shard.ShardLimits;

/**
 * Where shards end: a function of the list of sources alone, so that many machines cut as one does
 * (R-SHARD-1). What becomes of a source makes no difference. Not thread-safe.
 */
public final class ShardCut {
  private final ShardLimits limits;
  private long bytes;
  private int sources;

  public ShardCut(ShardLimits limits) {
    this.limits = limits;
  }

  /**
   * Takes the next source.
   *
   * @param sourceBytes of its files, as listed
   * @return whether the shard ended before it
   */
  public boolean endsBefore(long sourceBytes) {
    boolean ends =
        sources > 0 && (sources == limits.sources() || sourceBytes > limits.bytes() - bytes);
    if (ends) {
      bytes = 0;
      sources = 0;
    }
    bytes += sourceBytes;
    sources++;
    return ends;
  }
}
