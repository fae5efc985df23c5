package io.pcr.writer.internal.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.source.JsonKinds;
import io.pcr.writer.internal.source.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The columns that the members of samples' JSON objects make. A member that is text in all samples
 * is a STRING column, one that is a number an INT64 or FLOAT64 column, one that is true or false a
 * BOOL column, and arrays of these make columns of lists. A sample whose object says more than its
 * columns can (objects, arrays of arrays, text here and numbers there), or says it in another form
 * than {@link MembersJson} has, keeps its whole text in a column of its own, so nothing is lost.
 * Not thread-safe.
 */
final class JsonColumns {
  /** Of a dataset, but for one that {@code json} may need. */
  static final int MAX_COLUMNS = ShardMetadata.MAX_COLUMNS - 1;

  private final Map<String, JsonKinds> fields = new TreeMap<>();
  private boolean keepsText;
  private boolean keepsForm;

  /**
   * Looks at a sample's object.
   *
   * @param isMade whether its text would be made of the members again
   */
  void add(JsonObject object, boolean isMade) {
    keepsForm |= !isMade;
    object.members().forEach(this::add);
  }

  private void add(String name, Object value) {
    if (value == JsonObject.OTHER
        || !isColumnName(name)
        || name.equals(WebDataset.JSON)
        || (fields.size() == MAX_COLUMNS && !fields.containsKey(name))) {
      keepsText = true;
      return;
    }
    JsonKinds kinds = fields.computeIfAbsent(name, absent -> new JsonKinds());
    kinds.add(value);
    keepsText |= kinds.isMixed() || kinds.isRounded();
    keepsForm |= kinds.mixesNumbers();
  }

  /** A sample's text that is no object. */
  void addOther() {
    keepsText = true;
  }

  private static boolean isColumnName(String name) {
    return !name.isEmpty()
        && JsonValue.isUnicode(name)
        && name.getBytes(StandardCharsets.UTF_8).length <= ColumnSpec.MAX_NAME_LENGTH;
  }

  /**
   * The columns, beside those that others make.
   *
   * @param others by name
   */
  List<ColumnSpec> specs(Map<String, ColumnSpec> others) {
    List<ColumnSpec> specs = new ArrayList<>();
    fields.forEach(
        (name, kinds) -> {
          Optional<ColumnSpec> spec = kinds.spec(name);
          boolean hasRoom = others.size() + specs.size() < MAX_COLUMNS;
          if (spec.isPresent() && !others.containsKey(name) && hasRoom) {
            specs.add(spec.get());
          } else {
            // Where the other column is text too, it takes the value.
            keepsText = true;
          }
        });
    return specs;
  }

  /** Whether some sample's text says more than its columns; known after {@link #specs}. */
  boolean keepsText() {
    return keepsText;
  }

  /** Whether some sample's text has another form than the one that is made of its columns. */
  boolean keepsForm() {
    return keepsForm;
  }

  /**
   * Puts the members of a sample's object into its columns, where they have room and nothing stands
   * there yet.
   *
   * @param names of the columns, in order
   * @return whether all are in as they were
   */
  static boolean fill(
      JsonObject object, List<ColumnSpec> columns, List<String> names, Object[] values) {
    boolean isWhole = true;
    for (Map.Entry<String, Object> member : object.members().entrySet()) {
      boolean isOfText = member.getKey().equals(WebDataset.JSON);
      int column = isOfText ? -1 : names.indexOf(member.getKey());
      Optional<Object> value =
          column < 0 ? Optional.empty() : JsonValue.of(columns.get(column), member.getValue());
      if (value.isEmpty() || values[column] != null) {
        isWhole = false;
      } else {
        values[column] = value.get();
        isWhole &= isSame(columns.get(column), member.getValue());
      }
    }
    return isWhole;
  }

  /** Whether a column holds the numbers in the form that they have, 1 not as 1.0. */
  private static boolean isSame(ColumnSpec column, Object json) {
    List<?> elements = json instanceof List<?> list ? list : List.of(json);
    return column.type() != ColumnType.FLOAT64
        || elements.stream().allMatch(Double.class::isInstance);
  }
}
