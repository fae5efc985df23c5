package io.pcr.format.internal.restore;

import java.util.Optional;

/** How an original is rebuilt. Ids are frozen. */
public enum RestoreKind {
  /** Not at all. */
  NONE(0),
  /** It is the sample at full fidelity. */
  SAME(1),
  /** Its headers are kept, its entropy-coded data is coded anew; see {@link RestoreRecipe}. */
  RECIPE(2),
  /** It is kept as a difference to another file; see {@link RestorePatch}. */
  PATCH(3),
  /** It is kept whole. */
  ORIGINAL(4);

  private final int id;

  RestoreKind(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** True for the kinds that need no record. */
  public boolean isWithoutRecord() {
    return this == NONE || this == SAME;
  }

  /** The kind with this id, or empty when the id is not assigned. */
  public static Optional<RestoreKind> ofId(int id) {
    for (RestoreKind kind : values()) {
      if (kind.id == id) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
