package io.pcr.format.internal.column;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.metadata.Presence;
import io.pcr.format.internal.tables.ColumnTable;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A named value of each sample of a shard, a row of bytes each (spec section "Columns"). The values
 * of an {@link Placement#INLINE} column are here; of the others only lengths and checksums, the
 * values are in the shard's COLUMN region.
 *
 * <p>Immutable and thread-safe. Returned buffers are read-only views that live as long as this
 * object.
 */
public final class Column {
  private final ColumnSpec spec;
  private final ColumnTable table;
  private final int sampleCount;
  private final Presence presence;

  /** Where each value starts, and where the last ends; null when all have one length. */
  private final long[] valueOffsets;

  private Column(ColumnSpec spec, ColumnTable table, int sampleCount, Presence presence) {
    this.spec = spec;
    this.table = table;
    this.sampleCount = sampleCount;
    this.presence = presence;
    this.valueOffsets = spec.hasLengths() || !presence.isComplete() ? offsets() : null;
  }

  private long[] offsets() {
    long[] offsets = new long[sampleCount + 1];
    for (int i = 0; i < sampleCount; i++) {
      int present = presence.has(i) ? spec.valueLength() : 0;
      int length = spec.hasLengths() ? table.valueLengths().get(i) : present;
      offsets[i + 1] = offsets[i] + length;
    }
    return offsets;
  }

  /**
   * Checks a decoded table.
   *
   * @throws InvalidFieldException when it breaks a rule of its schema
   */
  public static Column of(ColumnTable table, int sampleCount) {
    ColumnValidator validator = new ColumnValidator(table, sampleCount);
    Column column = new Column(validator.check(), table, sampleCount, validator.presence());
    column.requireInlineValues();
    return column;
  }

  private void requireInlineValues() {
    boolean inline = spec.placement() == Placement.INLINE;
    long total = inline ? valueOffset(sampleCount) : 0;
    InvalidFieldException.require(
        table.valueBytes().remaining() == total,
        ErrorCode.MALFORMED,
        "Column.value_bytes",
        table.valueBytes().remaining(),
        total);
    boolean hasRules = spec.type().isVariable() || spec.type() == ColumnType.BOOL;
    for (int i = 0; inline && hasRules && i < sampleCount; i++) {
      if (isPresent(i)) {
        requireElements(i, bytes(i));
      }
    }
  }

  private void requireElements(int sample, ByteBuffer value) {
    try {
      ColumnValue.requireElements(spec, value);
    } catch (InvalidFieldException e) {
      throw e.element(sample);
    }
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
    return presence.has(sample);
  }

  /** The value of an INLINE column; empty when there is none. */
  public ByteBuffer bytes(int sample) {
    require(spec.placement() == Placement.INLINE, "an INLINE");
    return table.valueBytes().slice((int) valueOffset(sample), valueLength(sample));
  }

  /** The value of an INLINE column, of a sample that has one. */
  public ColumnValue value(int sample) {
    return ColumnValue.of(spec, bytes(sample));
  }

  /** Bytes of a value; 0 when there is none. */
  public int valueLength(int sample) {
    Objects.checkIndex(sample, sampleCount);
    return (int) (valueOffset(sample + 1) - valueOffset(sample));
  }

  /**
   * Where a value starts, from the start of the COLUMN region or of the inline bytes; for {@code
   * sampleCount()}, the length of all values together.
   */
  public long valueOffset(int sample) {
    return valueOffsets == null ? (long) sample * spec.valueLength() : valueOffsets[sample];
  }

  /** CRC-32C of a value of an EARLY or LATE column. */
  public int valueCrc32c(int sample) {
    require(spec.placement() != Placement.INLINE, "an EARLY or LATE");
    return table.valueCrc32c().get(sample);
  }

  /**
   * Proves a value read from the COLUMN region: its number of bytes, its checksum, and its
   * elements.
   *
   * @param value the value's bytes; its position stays as it is
   * @param origin where the value was read
   */
  public void checkValue(int sample, ByteBuffer value, Origin origin) throws PcrException {
    if (value.remaining() != valueLength(sample)) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("Column.value_lengths[" + sample + "]"),
          valueLength(sample),
          value.remaining());
    }
    int computed = Crc32C.of(value);
    if (computed != valueCrc32c(sample)) {
      String field = "Column.value_crc32c[" + sample + "]";
      throw PcrException.Corrupt.checksum(origin.field(field), valueCrc32c(sample), computed);
    }
    if (isPresent(sample)) {
      try {
        requireElements(sample, value);
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
