package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnType;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What the values of each column of a labels file have been so far. Not thread-safe. */
final class LabelsTypes {
  /** As people write decimals; Java also takes "1d" and "0x1p3", which are names elsewhere. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "-?(?:0|[1-9]\\d*)(?:\\.\\d*)?(?:[eE][+-]?\\d{1,3})?|-?\\.\\d+|-?Infinity|NaN");

  private static final Pattern INTEGER = Pattern.compile("-?\\d+");
  private static final Pattern ZERO = Pattern.compile("\\s*[-+]?[0.]*(?:[eE].*)?\\s*");

  /** More digits than these do not fit into a double. */
  private static final int DOUBLE_DIGITS = 17;

  /** Doubles hold integers up to here without a gap. */
  private static final long MAX_EXACT = 1L << 53;

  private final boolean[] allIntegers;
  private final boolean[] allNumbers;

  LabelsTypes(int fields) {
    allIntegers = new boolean[fields];
    allNumbers = new boolean[fields];
    Arrays.fill(allIntegers, true);
    Arrays.fill(allNumbers, true);
  }

  /** The type of a column that holds what all cells of a field say. */
  ColumnType of(int field) {
    if (allIntegers[field]) {
      return ColumnType.INT64;
    }
    return allNumbers[field] ? ColumnType.FLOAT64 : ColumnType.STRING;
  }

  void see(List<String> fields) {
    for (int i = 0; i < fields.size(); i++) {
      String text = fields.get(i);
      if (!text.isEmpty()) {
        allIntegers[i] = allIntegers[i] && isPlainInteger(text);
        allNumbers[i] = allNumbers[i] && isNumber(text);
      }
    }
  }

  /** Text with a leading zero or plus is more likely a name than a number: 007, +1. */
  private static boolean isPlainInteger(String text) {
    try {
      return text.equals(Long.toString(Long.parseLong(text)));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Whether people would call it a number. */
  static boolean isDecimal(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** Whether nothing of what the text says is lost when it becomes a number. */
  private static boolean isNumber(String text) {
    if (!isDecimal(text) || text.chars().filter(Character::isDigit).count() > DOUBLE_DIGITS) {
      return false;
    }
    if (INTEGER.matcher(text).matches()) {
      return Math.abs(Long.parseLong(text)) <= MAX_EXACT;
    }
    return isInRange(text);
  }

  /** Whether a double comes near it: 1e400 would be infinite, and 1e-400 nothing. */
  static boolean isInRange(String text) {
    double value = Double.parseDouble(text);
    return (!Double.isInfinite(value) || text.contains("Infinity"))
        && (value != 0 || ZERO.matcher(text).matches());
  }
}
