package io.pcr.format.column;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.text.Utf8;

/**
 * A column without its values. Immutable.
 *
 * @param name 1 to 255 bytes of UTF-8
 * @param placement {@link Placement#INLINE} for numbers
 */
public record ColumnSpec(String name, ColumnType type, Placement placement) {
  public static final int MAX_NAME_LENGTH = 255;

  public ColumnSpec {
    requireNonNull(type, "type");
    requireNonNull(placement, "placement");
    InvalidFieldException.requireRange(
        "Column.name", Utf8.encode(name, "Column.name").length, 1, MAX_NAME_LENGTH);
    InvalidFieldException.require(
        placement == Placement.INLINE || type.isVariable(),
        ErrorCode.VALUE_OUT_OF_RANGE,
        "Column.placement",
        placement,
        "INLINE for " + type);
  }
}
