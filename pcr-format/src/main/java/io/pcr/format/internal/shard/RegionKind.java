package io.pcr.format.internal.shard;

import java.util.Optional;

/** What a region of a shard holds. Ids are frozen. */
public enum RegionKind {
  METADATA(1, ChecksumRule.REGION),
  /** The values of one EARLY or LATE column; numbered as the column. */
  COLUMN(2, ChecksumRule.SLICES),
  /** The slices of one scan group; numbered from 1. */
  SCAN_GROUP(3, ChecksumRule.SLICES),
  /** The samples of one encoding; numbered as the encoding. */
  FORMAT(4, ChecksumRule.SLICES),
  RESTORE(5, ChecksumRule.FRAMES);

  private final int id;
  private final ChecksumRule checksumRule;

  RegionKind(int id, ChecksumRule checksumRule) {
    this.id = id;
    this.checksumRule = checksumRule;
  }

  public int id() {
    return id;
  }

  /** The only rule that a region of this kind can have. */
  public ChecksumRule checksumRule() {
    return checksumRule;
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
