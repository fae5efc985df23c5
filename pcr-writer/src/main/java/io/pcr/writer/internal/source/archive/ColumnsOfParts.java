package io.pcr.writer.internal.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.writer.internal.source.ValuePlacement;
import java.util.Map;
import java.util.TreeMap;

/**
 * The columns that the further members of samples make: text for some extensions, else bytes. Not
 * thread-safe.
 */
final class ColumnsOfParts {
  /** The largest value of each. */
  private final Map<String, Long> largest = new TreeMap<>();

  /** Whether there is room for a column. */
  boolean hasRoomFor(String extension) {
    return largest.size() < JsonColumns.MAX_COLUMNS || largest.containsKey(extension);
  }

  void add(String extension, long size) {
    largest.merge(extension, size, Math::max);
  }

  /** The columns by name. */
  Map<String, ColumnSpec> specs() {
    Map<String, ColumnSpec> specs = new TreeMap<>();
    largest.forEach(
        (name, size) -> {
          // A label that is no integer is a column as well.
          boolean isText = WebDataset.isText(name) || name.equals(WebDataset.LABEL);
          ColumnType type = isText ? ColumnType.STRING : ColumnType.BYTES;
          specs.put(name, new ColumnSpec(name, type, ValuePlacement.of(size)));
        });
    return specs;
  }

  /** A column of text. */
  static ColumnSpec text(String name, long largest) {
    return new ColumnSpec(name, ColumnType.STRING, ValuePlacement.of(largest));
  }
}
