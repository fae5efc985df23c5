package io.pcr.format.column;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.text.Utf8;

/**
 * A column without its values. Immutable.
 *
 * @param name 1 to 255 bytes of UTF-8
 * @param shape BYTES and STRING are not {@link ColumnShape#FIXED}
 * @param listLength elements of each value of a {@link ColumnShape#FIXED} column; 0 for others
 */
public record ColumnSpec(
    String name, ColumnType type, ColumnShape shape, int listLength, Placement placement) {
  public static final int MAX_NAME_LENGTH = 255;

  /** So many elements of the longest type fit into a value of 2^31-1 bytes. */
  public static final int MAX_LIST_LENGTH = Integer.MAX_VALUE / Long.BYTES;

  public ColumnSpec {
    requireNonNull(type, "type");
    requireNonNull(shape, "shape");
    requireNonNull(placement, "placement");
    InvalidFieldException.requireRange(
        "Column.name", Utf8.encode(name, "Column.name").length, 1, MAX_NAME_LENGTH);
    boolean fixed = shape == ColumnShape.FIXED;
    InvalidFieldException.require(
        !fixed || !type.isVariable(),
        ErrorCode.MALFORMED,
        "Column.shape",
        shape,
        "SCALAR or VARYING for " + type);
    InvalidFieldException.requireRange(
        "Column.list_length", listLength, fixed ? 1 : 0, fixed ? MAX_LIST_LENGTH : 0);
  }

  /** A column of one element for each sample. */
  public ColumnSpec(String name, ColumnType type, Placement placement) {
    this(name, type, ColumnShape.SCALAR, 0, placement);
  }

  /** A column of lists of one length. */
  public static ColumnSpec fixed(
      String name, ColumnType type, int listLength, Placement placement) {
    return new ColumnSpec(name, type, ColumnShape.FIXED, listLength, placement);
  }

  /** A column of lists of any length. */
  public static ColumnSpec varying(String name, ColumnType type, Placement placement) {
    return new ColumnSpec(name, type, ColumnShape.VARYING, 0, placement);
  }

  /** Whether the values have one element and are no lists. */
  public boolean isScalar() {
    return shape == ColumnShape.SCALAR;
  }

  /** Whether the values may have different lengths, which are then stored. */
  public boolean hasLengths() {
    return type.isVariable() || shape == ColumnShape.VARYING;
  }

  /** Bytes of each value of a column without stored lengths. */
  public int valueLength() {
    return type.elementLength() * Math.max(1, listLength);
  }

  /** The type and shape as one word: {@code INT64}, {@code FLOAT32[4]}, {@code STRING[]}. */
  public String kind() {
    return switch (shape) {
      case SCALAR -> type.toString();
      case FIXED -> type + "[" + listLength + "]";
      case VARYING -> type + "[]";
    };
  }
}
