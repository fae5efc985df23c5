package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import java.nio.ByteBuffer;

/**
 * The value of a column as sources give it: a scalar as Long, Double, Float or Boolean; everything
 * else, and any scalar too, as the bytes that a shard stores. Stateless.
 */
public final class SourceValue {
  private SourceValue() {}

  /** Whether a column of scalars takes an object of this class. */
  public static boolean isScalarOf(ColumnType type, Object value) {
    return switch (type) {
      case INT64 -> value instanceof Long;
      case FLOAT64 -> value instanceof Double;
      case FLOAT32 -> value instanceof Float;
      case BOOL -> value instanceof Boolean;
      case BYTES, STRING -> value instanceof byte[];
    };
  }

  /** The value that a shard stores. */
  public static ColumnValue of(ColumnSpec column, Object value) {
    if (value instanceof Long integer) {
      return ColumnValue.ofInt64s(column, integer);
    } else if (value instanceof Double number) {
      return ColumnValue.ofFloat64s(column, number);
    } else if (value instanceof Float number) {
      return ColumnValue.ofFloat32s(column, number);
    } else if (value instanceof Boolean bool) {
      return ColumnValue.ofBools(column, bool);
    }
    return ColumnValue.of(column, ByteBuffer.wrap((byte[]) value));
  }
}
