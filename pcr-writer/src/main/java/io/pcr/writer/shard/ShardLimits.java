package io.pcr.writer.shard;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many sources a shard is made of. A shard ends before the source that would exceed a limit; a
 * source that alone exceeds it gets its own shard. Sources that are rejected count, so that the
 * list of sources alone says where shards end. Immutable and thread-safe.
 *
 * @param bytes of the sources' files, those of their columns included; default 128 MiB (for Liquid
 *     shards 32 MiB: pixels are larger than the files that they come from)
 * @param sources the most sources of a shard; default 16,384
 */
public record ShardLimits(long bytes, int sources) {
  /** The defaults of all other shards. */
  public static final ShardLimits DEFAULT = new ShardLimits(128L << 20, 16_384);

  /** The defaults of Liquid shards. */
  public static final ShardLimits LIQUID = new ShardLimits(32L << 20, 16_384);

  private static final long MAX_BYTES = 1L << 30;
  private static final int MAX_SOURCES = 1 << 20;

  public ShardLimits {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("a shard of " + bytes + " bytes is not in 1..1 GiB");
    }
    if (sources < 1 || sources > MAX_SOURCES) {
      throw new IllegalArgumentException("a shard of " + sources + " sources is not in 1..2^20");
    }
  }

  /** As names and values, in a fixed order. */
  public Map<String, String> describe() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put("shard-size", Long.toString(bytes));
    limits.put("shard-samples", Integer.toString(sources));
    return limits;
  }
}
