package io.pcr.format.internal.tables;

import java.util.List;

/**
 * The fields of a FlatBuffers table in the order of its schema, as far as the verifier must know
 * them. A test compares every shape with the schema's text.
 */
record TableShape(String name, List<Field> fields) {
  enum Kind {
    SCALAR,
    STRING,
    SCALARS,
    TABLE,
    TABLES
  }

  /**
   * One field.
   *
   * @param elementLength bytes of a scalar, of an offset, or of one element of a vector
   * @param alignment of the scalar or of the vector's elements
   * @param shape of the table or the vector's tables, else null
   */
  record Field(String name, Kind kind, int elementLength, int alignment, TableShape shape) {
    /** Bytes that the field takes in its table: itself, or the offset to it. */
    int inlineLength() {
      return kind == Kind.SCALAR ? elementLength : Integer.BYTES;
    }
  }

  static TableShape of(String name, Field... fields) {
    return new TableShape(name, List.of(fields));
  }

  static Field scalar(String name, int length) {
    return new Field(name, Kind.SCALAR, length, length, null);
  }

  static Field string(String name) {
    return new Field(name, Kind.STRING, 1, 1, null);
  }

  static Field scalars(String name, int elementLength) {
    return new Field(name, Kind.SCALARS, elementLength, elementLength, null);
  }

  static Field table(String name, TableShape shape) {
    return new Field(name, Kind.TABLE, Integer.BYTES, Integer.BYTES, shape);
  }

  static Field tables(String name, TableShape shape) {
    return new Field(name, Kind.TABLES, Integer.BYTES, Integer.BYTES, shape);
  }
}
