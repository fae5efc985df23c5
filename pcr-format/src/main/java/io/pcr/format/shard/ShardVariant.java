package io.pcr.format.shard;

import java.util.Optional;

/** What a shard's sample regions are. Ids are frozen. */
public enum ShardVariant {
  /** SCAN_GROUP regions: each sample in slices, one in each group. */
  PCR(1),
  /** FORMAT regions: each sample whole, in the region of its encoding. */
  LIQUID(2);

  private final int id;

  ShardVariant(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** The variant with this id, or empty when the id is not assigned. */
  public static Optional<ShardVariant> ofId(int id) {
    for (ShardVariant variant : values()) {
      if (variant.id == id) {
        return Optional.of(variant);
      }
    }
    return Optional.empty();
  }
}
