package io.pcr.writer.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.writer.internal.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * What the values of one member of JSON objects have been so far, and the column that holds all of
 * them. Not thread-safe.
 */
public final class JsonKinds {
  private boolean hasText;
  private boolean hasBrokenText;
  private boolean hasBools;
  private boolean hasIntegers;
  private boolean hasLargeIntegers;
  private boolean hasFractions;
  private boolean hasScalars;
  private boolean hasLists;
  private long longest;

  /**
   * Looks at a value.
   *
   * @param value as {@link JsonObject#members} has it, but not OTHER
   */
  public void add(Object value) {
    if (value instanceof List<?> list) {
      hasLists = true;
      long length = 0;
      for (Object element : list) {
        length += (element instanceof String ? Integer.BYTES : 0) + addScalar(element);
      }
      longest = Math.max(longest, length);
    } else {
      hasScalars = true;
      longest = Math.max(longest, addScalar(value));
    }
  }

  /** Returns the bytes that it takes. */
  private long addScalar(Object value) {
    if (value instanceof String text) {
      hasText = true;
      hasBrokenText |= !JsonValue.isUnicode(text);
      return text.getBytes(UTF_8).length;
    } else if (value instanceof Boolean) {
      hasBools = true;
      return Byte.BYTES;
    } else if (value instanceof Long number) {
      hasIntegers = true;
      hasLargeIntegers |= !JsonValue.isExact(number);
    } else {
      hasFractions = true;
    }
    return Long.BYTES;
  }

  /** Whether no column holds them: text and numbers, values and lists. */
  public boolean isMixed() {
    int kinds = (hasText ? 1 : 0) + (hasBools ? 1 : 0) + (hasIntegers || hasFractions ? 1 : 0);
    return kinds > 1 || (hasScalars && hasLists);
  }

  /** Whether a column would not hold some value as it is. */
  public boolean isRounded() {
    return hasBrokenText || (hasFractions && hasLargeIntegers);
  }

  /** Whether a column of fractions holds integers: 1 as 1.0. */
  public boolean mixesNumbers() {
    return hasFractions && hasIntegers;
  }

  /** The column; empty where they are mixed, or nothing but empty lists. */
  public Optional<ColumnSpec> spec(String name) {
    boolean isKnown = hasText || hasBools || hasIntegers || hasFractions;
    return isMixed() || !isKnown ? Optional.empty() : Optional.of(spec(name, type()));
  }

  private ColumnSpec spec(String name, ColumnType type) {
    return hasLists
        ? ColumnSpec.varying(name, type, ValuePlacement.of(longest))
        : new ColumnSpec(name, type, ValuePlacement.of(longest));
  }

  private ColumnType type() {
    if (hasText) {
      return ColumnType.STRING;
    } else if (hasBools) {
      return ColumnType.BOOL;
    }
    return hasFractions ? ColumnType.FLOAT64 : ColumnType.INT64;
  }

  /** About as many bytes as the longest value takes in a shard. */
  long longest() {
    return longest;
  }
}
