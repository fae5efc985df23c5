package io.pcr.format.internal.column;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.metadata.Presence;
import io.pcr.format.internal.tables.ColumnTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

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

  /** The next sample's value, which is of this column. */
  public ColumnBuilder add(ColumnValue value) {
    if (!value.spec().equals(spec)) {
      throw new IllegalArgumentException(value + " for the column " + spec);
    }
    return addRow(value.bytes());
  }

  /** The next sample's value in an INT64 column of scalars. */
  public ColumnBuilder addInt64(long value) {
    return add(ColumnValue.ofInt64s(spec, value));
  }

  /** The next sample's value in a FLOAT64 column of scalars; kept bit for bit. */
  public ColumnBuilder addFloat64(double value) {
    return add(ColumnValue.ofFloat64s(spec, value));
  }

  /** The next sample's value in a STRING column of scalars. */
  public ColumnBuilder addString(String value) {
    return add(ColumnValue.ofStrings(spec, List.of(value)));
  }

  /** The next sample's value in a BYTES column of scalars; its position stays as it is. */
  public ColumnBuilder addBytes(ByteBuffer value) {
    return add(ColumnValue.ofByteStrings(spec, List.of(value)));
  }

  private ColumnBuilder addRow(ByteBuffer row) {
    grow();
    lengths[count] = row.remaining();
    if (spec.placement() == Placement.INLINE) {
      byte[] bytes = new byte[row.remaining()];
      row.get(bytes);
      inline.writeBytes(bytes);
    } else {
      crcs[count] = Crc32C.of(row);
    }
    present.set(count++);
    return this;
  }

  private void grow() {
    if (count == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * count);
      crcs = Arrays.copyOf(crcs, 2 * count);
    }
  }

  /** The column with the values so far. */
  public Column build() {
    boolean region = spec.placement() != Placement.INLINE;
    ColumnTable table =
        new ColumnTable(
            spec.name(),
            spec.type().id(),
            spec.shape().id(),
            spec.listLength(),
            spec.placement().id(),
            Presence.encode(present, count),
            IntBuffer.wrap(Arrays.copyOf(lengths, spec.hasLengths() ? count : 0)),
            ByteBuffer.wrap(inline.toByteArray()),
            IntBuffer.wrap(Arrays.copyOf(crcs, region ? count : 0)));
    return Column.of(table, count);
  }
}
