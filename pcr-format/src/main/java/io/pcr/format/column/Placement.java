package io.pcr.format.column;

import java.util.Optional;

/** Where a shard stores the values of a column. Ids are frozen. */
public enum Placement {
  /** In the metadata, with every read of the shard. */
  INLINE(0),
  /** In a region before group 1, so part of every prefix. */
  EARLY(1),
  /** In a region after the last group, read only when asked for. */
  LATE(2);

  private final int id;

  Placement(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** The placement with this id, or empty when the id is not assigned. */
  public static Optional<Placement> ofId(int id) {
    for (Placement placement : values()) {
      if (placement.id == id) {
        return Optional.of(placement);
      }
    }
    return Optional.empty();
  }
}
