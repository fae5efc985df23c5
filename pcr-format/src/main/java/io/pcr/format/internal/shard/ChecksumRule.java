package io.pcr.format.internal.shard;

/** Which checksums cover a region's bytes. Ids are frozen. */
public enum ChecksumRule {
  /** {@code region_crc32c} covers the whole region. */
  REGION(1),
  /** The metadata holds a CRC-32C for each slice or value; {@code region_crc32c} is 0. */
  SLICES(2),
  /** {@code region_crc32c} covers the region's directory, which holds one for each frame. */
  FRAMES(3);

  private final int id;

  ChecksumRule(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }
}
