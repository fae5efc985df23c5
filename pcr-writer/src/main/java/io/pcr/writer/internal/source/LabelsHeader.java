package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnType;
import io.pcr.writer.source.LabelsFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The first line of a labels file.
 *
 * @param names of the columns, without the spaces around them
 * @param stated types, by column
 * @param isSpaced whether there were such spaces; the cells below then have them as well
 */
record LabelsHeader(List<String> names, Map<Integer, ColumnType> stated, boolean isSpaced) {
  static final String PATH = "path";
  static final String LABEL = "label";

  /** What others call these columns. */
  private static final Map<String, Set<String>> ALIASES =
      Map.of(
          PATH, Set.of("file", "filename", "file_name", "filepath", "image", "image_path", "img"),
          LABEL, Set.of("class", "class_id", "class_name", "category", "label_id", "target"));

  static LabelsHeader of(Path path, List<String> fields) throws LabelsFileException {
    if (fields == null) {
      throw new LabelsFileException(
          path, 1, "the file is empty; its first line must name a column \"path\"");
    }
    List<String> names = new ArrayList<>();
    Map<Integer, ColumnType> stated = new HashMap<>();
    Set<String> seen = new HashSet<>();
    boolean isSpaced = false;
    for (String field : fields) {
      int colon = field.lastIndexOf(':');
      String name = CsvReader.trim(colon < 0 ? field : field.substring(0, colon));
      isSpaced |= !field.equals(CsvReader.trim(field));
      if (colon >= 0) {
        stated.put(names.size(), type(path, CsvReader.trim(field.substring(colon + 1))));
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
      String near = near(names, PATH).map(name -> "; is it \"" + name + "\"?").orElse("");
      throw new LabelsFileException(
          path, 1, "no column is named \"path\"; the columns are " + names + near);
    }
    return new LabelsHeader(names, stated, isSpaced);
  }

  /** A column that may have been meant for the labels, where none is named so. */
  Optional<String> nearLabel() {
    return names.contains(LABEL) ? Optional.empty() : near(names, LABEL);
  }

  private static Optional<String> near(List<String> names, String wanted) {
    return names.stream()
        .filter(name -> !name.equals(PATH))
        .filter(name -> isMeant(name.toLowerCase(Locale.ROOT), wanted))
        .findFirst();
  }

  /** Whether it is another word for it, or one slip of the keyboard away. */
  private static boolean isMeant(String name, String wanted) {
    if (ALIASES.get(wanted).contains(name)) {
      return true;
    }
    int begin = 0;
    int shorter = Math.min(name.length(), wanted.length());
    while (begin < shorter && name.charAt(begin) == wanted.charAt(begin)) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && name.charAt(name.length() - 1 - end) == wanted.charAt(wanted.length() - 1 - end)) {
      end++;
    }
    String here = name.substring(begin, name.length() - end);
    String there = wanted.substring(begin, wanted.length() - end);
    boolean isSwapped =
        here.length() == 2 && new StringBuilder(here).reverse().toString().equals(there);
    return isSwapped || (here.length() <= 1 && there.length() <= 1);
  }

  private static ColumnType type(Path path, String text) throws LabelsFileException {
    return switch (text) {
      case "int64", "int" -> ColumnType.INT64;
      case "float64", "float" -> ColumnType.FLOAT64;
      case "string" -> ColumnType.STRING;
      default ->
          throw new LabelsFileException(
              path, 1, "\"" + text + "\" is not a type; types are int64, float64, string");
    };
  }
}
