package io.pcr.writer.shard;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How large shards become. A shard ends before the sample that would exceed a limit. A sample that
 * alone exceeds the limit gets its own shard. Immutable and thread-safe.
 *
 * @param bytes of samples, column files and restore data together; default 128 MiB
 * @param samples the most samples in a shard; default 1,024
 */
public record ShardLimits(long bytes, int samples) {
  /** Both defaults. */
  public static final ShardLimits DEFAULT = new ShardLimits(128L << 20, 1024);

  private static final long MAX_BYTES = 1L << 30;
  private static final int MAX_SAMPLES = 1 << 20;

  public ShardLimits {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("a shard of " + bytes + " bytes is not in 1..1 GiB");
    }
    if (samples < 1 || samples > MAX_SAMPLES) {
      throw new IllegalArgumentException("a shard of " + samples + " samples is not in 1..2^20");
    }
  }

  /** As names and values, in a fixed order. */
  public Map<String, String> describe() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put("shard-size", Long.toString(bytes));
    limits.put("shard-samples", Integer.toString(samples));
    return limits;
  }
}
