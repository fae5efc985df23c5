package io.pcr.format.internal.column;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.tables.ColumnTable;
import io.pcr.format.internal.text.Utf8;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A named value of each sample of a shard (spec section "Columns"). The values of an {@link
 * Placement#INLINE} column are here; of the others only lengths and checksums, the values are in
 * the shard's COLUMN region.
 *
 * <p>Immutable and thread-safe. Returned buffers are read-only views that live as long as this
 * object.
 */
public final class Column {
  private final ColumnSpec spec;
  private final ColumnTable table;
  private final int sampleCount;
  private final long[] valueOffsets;

  private Column(ColumnSpec spec, ColumnTable table, int sampleCount) {
    this.spec = spec;
    this.table = table;
    this.sampleCount = sampleCount;
    this.valueOffsets = spec.type().isVariable() ? offsets(table, sampleCount) : new long[0];
  }

  private static long[] offsets(ColumnTable table, int sampleCount) {
    long[] offsets = new long[sampleCount + 1];
    for (int i = 0; i < sampleCount; i++) {
      offsets[i + 1] = offsets[i] + table.valueLengths().get(i);
    }
    return offsets;
  }

  /**
   * Checks a decoded table.
   *
   * @throws InvalidFieldException when it breaks a rule of its schema
   */
  public static Column of(ColumnTable table, int sampleCount) {
    return new Column(ColumnValidator.check(table, sampleCount), table, sampleCount);
  }

  /** For encoding. */
  public ColumnTable table() {
    return table;
  }

  public ColumnSpec spec() {
    return spec;
  }

  public int sampleCount() {
    return sampleCount;
  }

  /** Whether a sample has a value. */
  public boolean isPresent(int sample) {
    Objects.checkIndex(sample, sampleCount);
    return !table.present().hasRemaining()
        || (table.present().get(sample / Byte.SIZE) >>> sample % Byte.SIZE & 1) != 0;
  }

  /** The value of an INT64 column; 0 when there is none. */
  public long int64(int sample) {
    require(spec.type() == ColumnType.INT64, "an INT64");
    return table.int64s().get(sample);
  }

  /** The value of a FLOAT64 column; 0 when there is none. */
  public double float64(int sample) {
    require(spec.type() == ColumnType.FLOAT64, "a FLOAT64");
    return table.float64s().get(sample);
  }

  /** The value of an INLINE column of BYTES or STRING; empty when there is none. */
  public ByteBuffer bytes(int sample) {
    require(spec.placement() == Placement.INLINE, "an INLINE");
    return table.valueBytes().slice((int) valueOffset(sample), valueLength(sample));
  }

  /** The value of an INLINE column of STRING; empty when there is none. */
  public String string(int sample) {
    require(spec.type() == ColumnType.STRING, "a STRING");
    return Utf8.decode(bytes(sample), "Column.value_bytes");
  }

  /** Bytes of a value of BYTES or STRING; 0 when there is none. */
  public int valueLength(int sample) {
    return (int) (valueOffset(sample + 1) - valueOffset(sample));
  }

  /**
   * Where a value of BYTES or STRING starts, from the start of the COLUMN region or of the inline
   * bytes; for {@code sampleCount()}, the length of all values together.
   */
  public long valueOffset(int sample) {
    require(spec.type().isVariable(), "a BYTES or STRING");
    return valueOffsets[sample];
  }

  /** CRC-32C of a value of an EARLY or LATE column. */
  public int valueCrc32c(int sample) {
    require(spec.placement() != Placement.INLINE, "an EARLY or LATE");
    return table.valueCrc32c().get(sample);
  }

  /**
   * Proves a value read from the COLUMN region: its number of bytes, its checksum, and that a
   * STRING is UTF-8.
   *
   * @param value the value's bytes; its position stays as it is
   * @param origin where the value was read
   */
  public void checkValue(int sample, ByteBuffer value, Origin origin) throws PcrException {
    if (value.remaining() != valueLength(sample)) {
      throw new PcrException.Corrupt(
          ErrorCode.LENGTH_MISMATCH,
          origin.field("Column.value_lengths[" + sample + "]"),
          valueLength(sample),
          value.remaining());
    }
    int computed = Crc32C.of(value);
    String field = "Column.value_crc32c[" + sample + "]";
    if (computed != valueCrc32c(sample)) {
      throw PcrException.Corrupt.checksum(origin.field(field), valueCrc32c(sample), computed);
    }
    if (spec.type() == ColumnType.STRING) {
      try {
        Utf8.decode(value, "Column.value[" + sample + "]");
      } catch (InvalidFieldException e) {
        throw e.in(origin);
      }
    }
  }

  private void require(boolean holds, String kind) {
    if (!holds) {
      throw new IllegalStateException("column " + spec + " is not " + kind + " column");
    }
  }
}
