package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The values of one row of the labels file, in bytes: per column a presence byte, then the value.
 */
final class RowCodec {
  private RowCodec() {}

  static byte[] encode(List<Object> values) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    for (Object value : values) {
      row.write(value == null ? 0 : 1);
      if (value instanceof Long integer) {
        row.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(integer).array());
      } else if (value instanceof Double number) {
        row.writeBytes(ByteBuffer.allocate(Double.BYTES).putDouble(number).array());
      } else if (value instanceof Float number) {
        row.writeBytes(ByteBuffer.allocate(Float.BYTES).putFloat(number).array());
      } else if (value instanceof Boolean bool) {
        row.write(bool ? 1 : 0);
      } else if (value instanceof byte[] bytes) {
        row.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        row.writeBytes(bytes);
      }
    }
    return row.toByteArray();
  }

  /** Fills {@code values} with one value for each column; an empty row has none. */
  static void decode(byte[] row, List<ColumnSpec> columns, Object[] values) {
    if (row.length == 0) {
      return;
    }
    ByteBuffer in = ByteBuffer.wrap(row);
    for (int i = 0; i < columns.size(); i++) {
      if (in.get() == 1) {
        values[i] = value(in, columns.get(i));
      }
    }
  }

  private static Object value(ByteBuffer in, ColumnSpec column) {
    if (!column.isScalar()) {
      return bytes(in);
    }
    return switch (column.type()) {
      case INT64 -> in.getLong();
      case FLOAT64 -> in.getDouble();
      case FLOAT32 -> in.getFloat();
      case BOOL -> in.get() != 0;
      case BYTES, STRING -> bytes(in);
    };
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return bytes;
  }
}
