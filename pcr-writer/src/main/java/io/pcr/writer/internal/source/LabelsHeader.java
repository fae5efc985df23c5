package io.pcr.writer.internal.source;

import io.pcr.writer.source.LabelsFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The first line of a CSV file of labels.
 *
 * @param columns with what the line says of each
 * @param isSpaced whether there are spaces around names; the cells below then have them as well
 */
record LabelsHeader(List<ColumnWords> columns, boolean isSpaced) {
  static LabelsHeader of(Path path, List<String> fields) throws LabelsFileException {
    if (fields == null) {
      throw new LabelsFileException(
          path, 1, "the file is empty; its first line must name a column \"path\"");
    }
    List<ColumnWords> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    boolean isSpaced = false;
    for (String field : fields) {
      ColumnWords column = words(path, field);
      isSpaced |= !field.equals(CsvReader.trim(field));
      if (column.name().isEmpty()) {
        throw new LabelsFileException(path, 1, "column " + (columns.size() + 1) + " has no name");
      }
      if (!seen.add(column.name())) {
        throw new LabelsFileException(path, 1, "two columns are named \"" + column.name() + "\"");
      }
      columns.add(column);
    }
    LabelsHeader header = new LabelsHeader(columns, isSpaced);
    if (!seen.contains(LabelsNames.PATH)) {
      throw new LabelsFileException(path, 1, LabelsNames.withoutPath(header.names()));
    }
    return header;
  }

  private static ColumnWords words(Path path, String field) throws LabelsFileException {
    try {
      return ColumnWords.parse(field);
    } catch (IllegalArgumentException e) {
      throw new LabelsFileException(path, 1, e.getMessage(), e);
    }
  }

  List<String> names() {
    return columns.stream().map(ColumnWords::name).toList();
  }
}
