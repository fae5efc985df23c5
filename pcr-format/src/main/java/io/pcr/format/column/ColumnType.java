package io.pcr.format.column;

import java.util.Optional;

/** What the elements of a column's values are. Ids are frozen. */
public enum ColumnType {
  INT64(1, Long.BYTES),
  FLOAT64(2, Double.BYTES),
  BYTES(3, 0),
  /** Text, UTF-8. */
  STRING(4, 0),
  FLOAT32(5, Float.BYTES),
  /** A byte, 0 or 1. */
  BOOL(6, Byte.BYTES);

  private final int id;
  private final int elementLength;

  ColumnType(int id, int elementLength) {
    this.id = id;
    this.elementLength = elementLength;
  }

  public int id() {
    return id;
  }

  /** True for the types whose elements have different lengths. */
  public boolean isVariable() {
    return elementLength == 0;
  }

  /** Bytes of an element; 0 for the types whose elements have different lengths. */
  public int elementLength() {
    return elementLength;
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
