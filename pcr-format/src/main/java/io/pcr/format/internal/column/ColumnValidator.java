package io.pcr.format.internal.column;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.tables.ColumnTable;
import io.pcr.format.internal.text.Utf8;
import java.nio.Buffer;

/** The rules of the schema's table {@code Column} that its structure does not enforce. */
final class ColumnValidator {
  private final ColumnTable table;
  private final int sampleCount;

  private ColumnValidator(ColumnTable table, int sampleCount) {
    this.table = table;
    this.sampleCount = sampleCount;
  }

  static ColumnSpec check(ColumnTable table, int sampleCount) {
    return new ColumnValidator(table, sampleCount).check();
  }

  private ColumnSpec check() {
    ColumnType type =
        ColumnType.ofId(table.type())
            .orElseThrow(() -> unknown("Column.type", table.type(), "1 to 4"));
    Placement placement =
        Placement.ofId(table.placement())
            .orElseThrow(() -> unknown("Column.placement", table.placement(), "0 to 2"));
    ColumnSpec spec = new ColumnSpec(table.name(), type, placement);
    boolean inline = placement == Placement.INLINE;
    requireCount("int64s", table.int64s(), type == ColumnType.INT64 ? sampleCount : 0);
    requireCount("float64s", table.float64s(), type == ColumnType.FLOAT64 ? sampleCount : 0);
    requireCount("value_lengths", table.valueLengths(), type.isVariable() ? sampleCount : 0);
    requireCount("value_crc32c", table.valueCrc32c(), inline ? 0 : sampleCount);
    requirePresence();
    long total = type.isVariable() ? requireLengths() : 0;
    require(
        table.valueBytes().remaining() == (inline ? total : 0),
        ErrorCode.LENGTH_MISMATCH,
        "Column.value_bytes",
        table.valueBytes().remaining(),
        inline ? total : 0);
    if (inline && type == ColumnType.STRING) {
      requireText();
    }
    return spec;
  }

  private static InvalidFieldException unknown(String field, int found, String required) {
    return new InvalidFieldException(ErrorCode.VALUE_OUT_OF_RANGE, field, found, required);
  }

  private static void requireCount(String name, Buffer vector, int count) {
    require(
        vector.remaining() == count,
        ErrorCode.LENGTH_MISMATCH,
        "Column." + name,
        vector.remaining(),
        count);
  }

  private void requirePresence() {
    if (!table.present().hasRemaining()) {
      return;
    }
    requireCount("present", table.present(), (sampleCount + Byte.SIZE - 1) / Byte.SIZE);
    int used = sampleCount % Byte.SIZE;
    int last = table.present().get(table.present().limit() - 1) & 0xFF;
    require(
        used == 0 || last >>> used == 0,
        ErrorCode.RESERVED_NOT_ZERO,
        "Column.present",
        last,
        "no bits beyond " + sampleCount);
    for (int i = 0; i < sampleCount; i++) {
      if ((table.present().get(i / Byte.SIZE) >>> i % Byte.SIZE & 1) == 0) {
        require(isZero(i), ErrorCode.PRESENCE_MISMATCH, "Column.present[" + i + "]", 0, "no value");
      }
    }
  }

  /** An absent value is stored as 0, so that equal columns are equal bytes. */
  private boolean isZero(int sample) {
    return (!table.int64s().hasRemaining() || table.int64s().get(sample) == 0)
        && (!table.float64s().hasRemaining()
            || Double.doubleToRawLongBits(table.float64s().get(sample)) == 0)
        && (!table.valueLengths().hasRemaining() || table.valueLengths().get(sample) == 0);
  }

  private long requireLengths() {
    long total = 0;
    for (int i = 0; i < sampleCount; i++) {
      int length = table.valueLengths().get(i);
      requireRange("Column.value_lengths[" + i + "]", length & 0xFFFFFFFFL, 0, Integer.MAX_VALUE);
      total += length;
      require(
          length != 0 || !table.valueCrc32c().hasRemaining() || table.valueCrc32c().get(i) == EMPTY,
          ErrorCode.CHECKSUM_MISMATCH,
          "Column.value_crc32c[" + i + "]",
          "the CRC of some bytes",
          "0 for a value of length 0");
    }
    return total;
  }

  private static final int EMPTY = Crc32C.of(new byte[0]);

  private void requireText() {
    int offset = 0;
    for (int i = 0; i < sampleCount; i++) {
      int length = table.valueLengths().get(i);
      Utf8.decode(table.valueBytes().slice(offset, length), "Column.value_bytes[" + i + "]");
      offset += length;
    }
  }
}
