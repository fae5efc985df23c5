package io.pcr.writer.source;

import io.pcr.format.column.ColumnType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The first line of a labels file: names, and the types it states. */
record LabelsHeader(List<String> names, Map<Integer, ColumnType> stated) {
  static final String PATH = "path";
  static final String LABEL = "label";

  static LabelsHeader of(Path path, List<String> fields) throws LabelsFileException {
    if (fields == null) {
      throw new LabelsFileException(path, 1, "the file is empty; it needs a head with \"path\"");
    }
    List<String> names = new ArrayList<>();
    Map<Integer, ColumnType> stated = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (String field : fields) {
      int colon = field.lastIndexOf(':');
      String name = (colon < 0 ? field : field.substring(0, colon)).strip();
      if (colon >= 0) {
        stated.put(names.size(), type(path, field.substring(colon + 1).strip()));
      }
      if (name.isEmpty()) {
        throw new LabelsFileException(path, 1, "column " + (names.size() + 1) + " has no name");
      }
      if (!seen.add(name)) {
        throw new LabelsFileException(path, 1, "two columns are named \"" + name + "\"");
      }
      names.add(name);
    }
    if (!seen.contains(PATH)) {
      throw new LabelsFileException(path, 1, "no column is named \"path\", there are " + names);
    }
    return new LabelsHeader(names, stated);
  }

  private static ColumnType type(Path path, String text) throws LabelsFileException {
    return switch (text) {
      case "int64", "int" -> ColumnType.INT64;
      case "float64", "float" -> ColumnType.FLOAT64;
      case "string" -> ColumnType.STRING;
      default ->
          throw new LabelsFileException(
              path, 1, "\"" + text + "\" is no type; there are int64, float64, string");
    };
  }
}
