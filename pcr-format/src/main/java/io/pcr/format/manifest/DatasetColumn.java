package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.text.Utf8;

/**
 * A column of a dataset's samples, as its manifest states it (table {@code ColumnSpec}). A shard
 * may lack it, and places it as it likes. Immutable.
 *
 * @param name 1 to 255 bytes of UTF-8
 * @param listLength elements of each value of a FIXED column; else 0
 */
public record DatasetColumn(String name, ColumnType type, ColumnShape shape, int listLength) {
  public DatasetColumn {
    requireNonNull(type, "type");
    requireNonNull(shape, "shape");
    int length = Utf8.encode(name, "ColumnSpec.name").length;
    requireRange("ColumnSpec.name", length, 1, ColumnSpec.MAX_NAME_LENGTH);
    boolean isFixed = shape == ColumnShape.FIXED;
    require(
        !isFixed || !type.isVariable(),
        ErrorCode.MALFORMED,
        "ColumnSpec.shape",
        shape,
        "SCALAR or VARYING for " + type);
    require(
        isFixed ? listLength >= 1 && listLength <= ColumnSpec.MAX_LIST_LENGTH : listLength == 0,
        ErrorCode.MALFORMED,
        "ColumnSpec.list_length",
        listLength,
        isFixed ? "1 to " + ColumnSpec.MAX_LIST_LENGTH : "0");
  }

  /** The column of a dataset that a shard's column has values of. */
  public static DatasetColumn of(ColumnSpec spec) {
    return new DatasetColumn(spec.name(), spec.type(), spec.shape(), spec.listLength());
  }

  /** The name, and the type and shape as one word. */
  @Override
  public String toString() {
    return name + " " + placed(Placement.INLINE).kind();
  }

  /** The column as a shard has it that places it so. */
  public ColumnSpec placed(Placement placement) {
    return new ColumnSpec(name, type, shape, listLength, placement);
  }
}
