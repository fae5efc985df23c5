package io.pcr.writer.internal.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.writer.internal.json.JsonObject;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The columns that the members of samples' JSON objects make. A member that is text in all samples
 * is a STRING column, one that is a number an INT64 or FLOAT64 column. A sample whose object says
 * more than its columns can (true, lists, objects, text here and numbers there), or says it in
 * another form than {@link MembersJson} has, keeps its whole text in a column of its own, so
 * nothing is lost. Not thread-safe.
 */
final class JsonColumns {
  /** Of a dataset, but for one that {@code json} may need. */
  static final int MAX_COLUMNS = ShardMetadata.MAX_COLUMNS - 1;

  /** Doubles hold integers up to here without a gap. */
  private static final long MAX_EXACT = 1L << 53;

  private final Map<String, Field> fields = new TreeMap<>();
  private boolean keepsText;
  private boolean keepsForm;

  /** What was seen of a member. */
  private static final class Field {
    private boolean hasText;
    private boolean hasIntegers;
    private boolean hasLargeIntegers;
    private boolean hasFractions;
    private long longest;

    boolean isMixed() {
      return hasText && (hasIntegers || hasFractions);
    }

    ColumnSpec spec(String name) {
      if (hasText) {
        return ColumnsOfParts.text(name, longest);
      }
      ColumnType type = hasFractions ? ColumnType.FLOAT64 : ColumnType.INT64;
      return new ColumnSpec(name, type, Placement.INLINE);
    }
  }

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
    Field field = fields.computeIfAbsent(name, absent -> new Field());
    if (value instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      field.hasText = true;
      field.longest = Math.max(field.longest, bytes.length);
      keepsText |= !isUnicode(text);
    } else if (value instanceof Long number) {
      field.hasIntegers = true;
      field.hasLargeIntegers |= Math.abs(number) > MAX_EXACT || number == Long.MIN_VALUE;
    } else {
      field.hasFractions = true;
    }
    keepsText |= field.isMixed() || (field.hasFractions && field.hasLargeIntegers);
    // A column of fractions holds 1 as 1.0.
    keepsForm |= field.hasFractions && field.hasIntegers;
  }

  /** A sample's text that is no object. */
  void addOther() {
    keepsText = true;
  }

  private static boolean isColumnName(String name) {
    return !name.isEmpty()
        && isUnicode(name)
        && name.getBytes(StandardCharsets.UTF_8).length <= ColumnSpec.MAX_NAME_LENGTH;
  }

  /** Half a surrogate pair is valid JSON, but no text. */
  static boolean isUnicode(String text) {
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /**
   * The columns, beside those that others make.
   *
   * @param others by name
   */
  List<ColumnSpec> specs(Map<String, ColumnSpec> others) {
    List<ColumnSpec> specs = new ArrayList<>();
    fields.forEach(
        (name, field) -> {
          ColumnSpec other = others.get(name);
          boolean hasRoom = others.size() + specs.size() < MAX_COLUMNS;
          if (!field.isMixed() && other == null && hasRoom) {
            specs.add(field.spec(name));
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
      Object value = column < 0 ? null : valueFor(columns.get(column).type(), member.getValue());
      if (value == null || values[column] != null) {
        isWhole = false;
      } else {
        values[column] = value;
        isWhole &= value instanceof byte[] || value.equals(member.getValue());
      }
    }
    return isWhole;
  }

  private static Object valueFor(ColumnType type, Object value) {
    return switch (type) {
      case INT64 -> value instanceof Long ? value : null;
      case FLOAT64 -> {
        if (value instanceof Long number) {
          boolean isExact = number >= -MAX_EXACT && number <= MAX_EXACT;
          yield isExact ? (Object) (double) number : null;
        }
        yield value instanceof Double ? value : null;
      }
      case STRING ->
          value instanceof String text && isUnicode(text)
              ? text.getBytes(StandardCharsets.UTF_8)
              : null;
      case BYTES, FLOAT32, BOOL -> null;
    };
  }
}
