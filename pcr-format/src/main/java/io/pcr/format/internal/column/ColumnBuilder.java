package io.pcr.format.internal.column;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.tables.ColumnTable;
import io.pcr.format.internal.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Takes the values of a column, one call for each sample in sample order. Of the values of an EARLY
 * or LATE column only length and checksum are kept; the caller keeps the bytes until the shard is
 * written. For one thread.
 */
public final class ColumnBuilder {
  private static final int INITIAL_CAPACITY = 64;

  private final ColumnSpec spec;
  private final BitSet present = new BitSet();
  private final ByteArrayOutputStream inline = new ByteArrayOutputStream();
  private long[] numbers = new long[INITIAL_CAPACITY];
  private int[] lengths = new int[INITIAL_CAPACITY];
  private int[] crcs = new int[INITIAL_CAPACITY];
  private int count;

  public ColumnBuilder(ColumnSpec spec) {
    this.spec = requireNonNull(spec, "spec");
  }

  /** The next sample has no value. */
  public ColumnBuilder addAbsent() {
    grow();
    count++;
    return this;
  }

  /** The next sample's value in an INT64 column. */
  public ColumnBuilder addInt64(long value) {
    return addNumber(ColumnType.INT64, value);
  }

  /** The next sample's value in a FLOAT64 column; kept bit for bit. */
  public ColumnBuilder addFloat64(double value) {
    return addNumber(ColumnType.FLOAT64, Double.doubleToRawLongBits(value));
  }

  private ColumnBuilder addNumber(ColumnType type, long bits) {
    requireType(type);
    grow();
    numbers[count] = bits;
    present.set(count++);
    return this;
  }

  /** The next sample's value in a STRING column. */
  public ColumnBuilder addString(String value) {
    requireType(ColumnType.STRING);
    return addValue(ByteBuffer.wrap(Utf8.encode(value, "Column.value")));
  }

  /** The next sample's value in a BYTES column; the buffer's position stays as it is. */
  public ColumnBuilder addBytes(ByteBuffer value) {
    requireType(ColumnType.BYTES);
    return addValue(value);
  }

  private ColumnBuilder addValue(ByteBuffer value) {
    grow();
    lengths[count] = value.remaining();
    if (spec.placement() == Placement.INLINE) {
      byte[] bytes = new byte[value.remaining()];
      value.duplicate().get(bytes);
      inline.writeBytes(bytes);
    } else {
      crcs[count] = Crc32C.of(value);
    }
    present.set(count++);
    return this;
  }

  private void requireType(ColumnType type) {
    if (spec.type() != type) {
      throw new IllegalArgumentException("a value of " + type + " for the column " + spec);
    }
  }

  private void grow() {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
      crcs = Arrays.copyOf(crcs, 2 * count);
    }
  }

  /** The column with the values so far. */
  public Column build() {
    boolean variable = spec.type().isVariable();
    boolean region = spec.placement() != Placement.INLINE;
    boolean complete = present.cardinality() == count;
    ColumnTable table =
        new ColumnTable(
            spec.name(),
            spec.type().id(),
            spec.placement().id(),
            ByteBuffer.wrap(complete ? new byte[0] : bitmap()),
            LongBuffer.wrap(spec.type() == ColumnType.INT64 ? numbers() : new long[0]),
            spec.type() == ColumnType.FLOAT64 ? doubles() : DoubleBuffer.allocate(0),
            IntBuffer.wrap(Arrays.copyOf(lengths, variable ? count : 0)),
            ByteBuffer.wrap(inline.toByteArray()),
            IntBuffer.wrap(Arrays.copyOf(crcs, region ? count : 0)));
    return Column.of(table, count);
  }

  private byte[] bitmap() {
    return Arrays.copyOf(present.toByteArray(), (count + Byte.SIZE - 1) / Byte.SIZE);
  }

  private long[] numbers() {
    return Arrays.copyOf(numbers, count);
  }

  private DoubleBuffer doubles() {
    return DoubleBuffer.wrap(
        Arrays.stream(numbers()).mapToDouble(Double::longBitsToDouble).toArray());
  }
}
