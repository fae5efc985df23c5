package io.pcr.format.column;

import java.util.Optional;

/** How many elements the values of a column have. Ids are frozen. */
public enum ColumnShape {
  /** One. */
  SCALAR(0),
  /** The same number in each value, stated by the column. */
  FIXED(1),
  /** Any number, also none. */
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
