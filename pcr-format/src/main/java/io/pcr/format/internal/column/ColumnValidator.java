package io.pcr.format.internal.column;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.metadata.Presence;
import io.pcr.format.internal.tables.ColumnTable;
import java.nio.Buffer;

/**
 * The rules of the schema's table {@code Column} that its structure does not enforce, but those of
 * the values themselves.
 */
final class ColumnValidator {
  private static final int EMPTY = Crc32C.of(new byte[0]);

  private final ColumnTable table;
  private final int sampleCount;
  private final Presence presence;

  ColumnValidator(ColumnTable table, int sampleCount) {
    this.table = table;
    this.sampleCount = sampleCount;
    this.presence = Presence.of(table.present(), sampleCount, "Column.present");
  }

  Presence presence() {
    return presence;
  }

  ColumnSpec check() {
    ColumnSpec spec = spec();
    requireCount("value_lengths", table.valueLengths(), spec.hasLengths() ? sampleCount : 0);
    boolean inline = spec.placement() == Placement.INLINE;
    requireCount("value_crc32c", table.valueCrc32c(), inline ? 0 : sampleCount);
    for (int i = 0; i < sampleCount; i++) {
      requireLength(spec, i);
    }
    return spec;
  }

  private ColumnSpec spec() {
    ColumnType type =
        ColumnType.ofId(table.type())
            .orElseThrow(() -> unknown("Column.type", table.type(), "1 to 6"));
    ColumnShape shape =
        ColumnShape.ofId(table.shape())
            .orElseThrow(() -> unknown("Column.shape", table.shape(), "0 to 2"));
    Placement placement =
        Placement.ofId(table.placement())
            .orElseThrow(() -> unknown("Column.placement", table.placement(), "0 to 2"));
    requireRange("Column.list_length", table.listLength(), 0, ColumnSpec.MAX_LIST_LENGTH);
    return new ColumnSpec(table.name(), type, shape, (int) table.listLength(), placement);
  }

  private static InvalidFieldException unknown(String field, int found, String required) {
    return new InvalidFieldException(ErrorCode.MALFORMED, field, found, required);
  }

  private static void requireCount(String name, Buffer vector, int count) {
    require(
        vector.remaining() == count,
        ErrorCode.MALFORMED,
        "Column." + name,
        vector.remaining(),
        count);
  }

  /** The names of fields are made only for errors: there is a value for each sample. */
  private void requireLength(ColumnSpec spec, int sample) {
    int length = presence.has(sample) ? spec.valueLength() : 0;
    if (spec.hasLengths()) {
      length = table.valueLengths().get(sample);
      String field = "Column.value_lengths";
      if (length < 0) {
        requireRange(field + "[" + sample + "]", length & 0xFFFFFFFFL, 0, Integer.MAX_VALUE);
      }
      if (!presence.has(sample) && length != 0) {
        throw new InvalidFieldException(
            ErrorCode.MALFORMED, field + "[" + sample + "]", length, "0 where there is no value");
      }
      int element = spec.type().elementLength();
      if (element > 1 && length % element != 0) {
        throw new InvalidFieldException(
            ErrorCode.MALFORMED, field + "[" + sample + "]", length, "a multiple of " + element);
      }
    }
    if (length == 0
        && table.valueCrc32c().hasRemaining()
        && table.valueCrc32c().get(sample) != EMPTY) {
      throw new InvalidFieldException(
          ErrorCode.MALFORMED,
          "Column.value_crc32c[" + sample + "]",
          "the CRC of some bytes",
          "0 for a value of length 0");
    }
  }
}
