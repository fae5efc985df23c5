package io.pcr.format.index;

/**
 * Where a sample is. Immutable.
 *
 * @param shard position in the shard table
 * @param ordinal position in the shard
 */
public record SampleLocation(int shard, int ordinal) {
  public SampleLocation {
    if (shard < 0 || ordinal < 0) {
      throw new IllegalArgumentException("sample " + ordinal + " of shard " + shard);
    }
  }
}
