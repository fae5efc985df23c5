package io.pcr.format.internal.shard;

import java.util.Optional;

/** What a region of a shard holds. Ids are frozen. */
public enum RegionKind {
  METADATA(1),
  /** The values of one EARLY or LATE column; numbered as the column. */
  COLUMN(2),
  /** The slices of one scan group; numbered from 1. */
  SCAN_GROUP(3),
  /** The samples of one encoding; numbered as the encoding. */
  FORMAT(4),
  RESTORE(5);

  private final int id;

  RegionKind(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /**
   * Whether {@code region_crc32c} covers the region: a METADATA completely, of a RESTORE its head
   * and directory. Of other regions the metadata has a checksum of each slice or value, and {@code
   * region_crc32c} is 0.
   */
  public boolean hasChecksum() {
    return this == METADATA || this == RESTORE;
  }

  /** The kind with this id, or empty when the id is not assigned. */
  public static Optional<RegionKind> ofId(int id) {
    for (RegionKind kind : values()) {
      if (kind.id == id) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
