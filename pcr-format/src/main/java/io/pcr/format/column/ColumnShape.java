package io.pcr.format.column;

import java.util.Optional;

/** How many elements a value of a column has. Ids are frozen. */
public enum ColumnShape {
  /** One. */
  SCALAR(0),
  /** As many in each value. */
  FIXED(1),
  /** Any number. */
  VARYING(2);

  private final int id;

  ColumnShape(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** The shape with this id, or empty when the id is not assigned. */
  public static Optional<ColumnShape> ofId(int id) {
    for (ColumnShape shape : values()) {
      if (shape.id == id) {
        return Optional.of(shape);
      }
    }
    return Optional.empty();
  }
}
