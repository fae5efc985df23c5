package io.pcr.format.shard;

import java.util.Optional;

/** What kind of file a shard is. Ids are frozen. */
public enum ShardVariant {
  /** SCAN_GROUP regions: each sample in slices, one in each group. */
  PCR(1),
  /** FORMAT regions: each sample is one complete file, in the region of its encoding. */
  LIQUID(2),
  /** Not the container of this format but TFRecords, listed in a manifest. */
  TFRECORD(3);

  private final int id;

  ShardVariant(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** True for the variants that a shard head can name. */
  public boolean isContainer() {
    return this != TFRECORD;
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
