package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A column that is being drafted. A value that is null is one that its sample does not have. */
final class ColumnDraft {
  static final int INT64 = 1;
  static final int FLOAT64 = 2;
  static final int BYTES = 3;
  static final int STRING = 4;
  static final int INLINE = 0;
  static final int EARLY = 1;
  static final int LATE = 2;

  private final TableDraft table = new TableDraft("Column");
  private final int placement;
  private byte[] bytes = new byte[0];

  private ColumnDraft(String name, int type, int placement) {
    this.placement = placement;
    table.set("name", name.getBytes(StandardCharsets.UTF_8));
    table.set("type", type).set("placement", placement);
  }

  static ColumnDraft int64s(String name, Long... values) {
    return numbers(name, INT64, Arrays.asList(values));
  }

  static ColumnDraft float64s(String name, Double... values) {
    return numbers(
        name,
        FLOAT64,
        Arrays.stream(values).map(v -> v == null ? null : Double.doubleToRawLongBits(v)).toList());
  }

  private static ColumnDraft numbers(String name, int type, List<Long> values) {
    ColumnDraft column = new ColumnDraft(name, type, INLINE);
    List<Long> there = values.stream().filter(Objects::nonNull).toList();
    ByteBuffer bytes =
        ByteBuffer.allocate(there.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    there.forEach(bytes::putLong);
    column.table.set("value_bytes", bytes.array());
    return column.present(values);
  }

  static ColumnDraft strings(String name, int placement, String... values) {
    return variable(
        name,
        STRING,
        placement,
        Arrays.stream(values)
            .map(value -> value == null ? null : value.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new));
  }

  static ColumnDraft bytes(String name, int placement, byte[]... values) {
    return variable(name, BYTES, placement, values);
  }

  /** A column of a type with values of any bytes. */
  static ColumnDraft variable(String name, int type, int placement, byte[]... values) {
    ColumnDraft column = new ColumnDraft(name, type, placement);
    byte[][] stored =
        Arrays.stream(values)
            .map(value -> value == null ? new byte[0] : value)
            .toArray(byte[][]::new);
    column.bytes = Frames.concat(stored);
    column.table.set(
        "value_lengths", Arrays.stream(stored).mapToLong(value -> value.length).toArray());
    if (placement == INLINE) {
      column.table.set("value_bytes", column.bytes);
    } else {
      column.table.set("value_crc32c", Arrays.stream(stored).mapToLong(Crc32C::of).toArray());
    }
    return column.present(Arrays.asList(values));
  }

  private ColumnDraft present(List<?> values) {
    if (values.contains(null)) {
      byte[] bits = new byte[(values.size() + 7) / 8];
      for (int i = 0; i < values.size(); i++) {
        bits[i / 8] |= (byte) (values.get(i) == null ? 0 : 1 << i % 8);
      }
      table.set("present", bits);
    }
    return this;
  }

  TableDraft table() {
    return table;
  }

  boolean isEarly() {
    return placement == EARLY;
  }

  Optional<RegionDraft> region(int index) {
    return placement == INLINE ? Optional.empty() : Optional.of(RegionDraft.column(index, bytes));
  }
}
