package io.pcr.format.column;

import java.util.Optional;

/** What the values of a column are. Ids are frozen. */
public enum ColumnType {
  INT64(1),
  FLOAT64(2),
  BYTES(3),
  /** Text, UTF-8. */
  STRING(4);

  private final int id;

  ColumnType(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** True for the types whose values have different lengths. */
  public boolean isVariable() {
    return this == BYTES || this == STRING;
  }

  /** The type with this id, or empty when the id is not assigned. */
  public static Optional<ColumnType> ofId(int id) {
    for (ColumnType type : values()) {
      if (type.id == id) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
