package io.pcr.advisor.internal.strategy;

import io.pcr.writer.shard.ShardLimits;

/**
 * The shards of datasets that are written for a study. They are many, although such datasets are
 * small: threads take shards in turns, and all of them must have something to do until the end.
 */
public final class StudyShards {
  private static final int COUNT = 16;
  private static final long MAX_BYTES = 16L << 20;

  private StudyShards() {}

  /** Those of so many samples. */
  public static ShardLimits of(int samples) {
    return new ShardLimits(MAX_BYTES, Math.max(1, (samples + COUNT - 1) / COUNT));
  }
}
