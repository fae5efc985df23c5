package io.pcr.writer.source;

import io.pcr.format.column.ColumnType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the values of each column of a labels file have been so far. Not thread-safe. */
final class LabelsTypes {
  private static final int MAX_CLASSES = 1 << 20;

  /** As people write decimals; Java also takes "1d" and "0x1p3", which are names elsewhere. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "-?(?:0|[1-9]\\d*)(?:\\.\\d*)?(?:[eE][+-]?\\d{1,3})?|-?\\.\\d+|-?Infinity|NaN");

  /** More digits than these do not fit into a double. */
  private static final int DOUBLE_DIGITS = 17;

  private final LabelsHeader header;
  private final boolean[] allIntegers;
  private final boolean[] allNumbers;
  private final Set<String> labels = new TreeSet<>();
  private Set<String> classNames = Set.of();

  LabelsTypes(LabelsHeader header) {
    this.header = header;
    allIntegers = new boolean[header.names().size()];
    allNumbers = new boolean[header.names().size()];
    Arrays.fill(allIntegers, true);
    Arrays.fill(allNumbers, true);
  }

  /** The labels in order, where they are names and not integers. */
  Set<String> classNames() {
    return classNames;
  }

  ColumnType of(int field) {
    ColumnType stated = header.stated().get(field);
    if (stated != null) {
      return stated;
    }
    if (allIntegers[field]) {
      return ColumnType.INT64;
    }
    return allNumbers[field] ? ColumnType.FLOAT64 : ColumnType.STRING;
  }

  void see(Path path, long line, List<String> fields) throws LabelsFileException {
    int labelField = header.names().indexOf(LabelsHeader.LABEL);
    for (int i = 0; i < fields.size(); i++) {
      String text = fields.get(i);
      if (!text.isEmpty()) {
        allIntegers[i] = allIntegers[i] && isInteger(text) && (i == labelField || isPlain(text));
        allNumbers[i] = allNumbers[i] && isNumber(text);
      }
    }
    if (labelField >= 0 && !fields.get(labelField).isEmpty() && labels.size() <= MAX_CLASSES) {
      labels.add(fields.get(labelField));
    }
    if (labelField >= 0 && of(labelField) != ColumnType.INT64) {
      if (labels.size() > MAX_CLASSES) {
        throw new LabelsFileException(path, line, "more than " + MAX_CLASSES + " names of labels");
      }
      classNames = labels;
    }
  }

  private static boolean isInteger(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Text with a leading zero or plus is more likely a name than a number: 007, +1. */
  private static boolean isPlain(String text) {
    return text.equals(Long.toString(Long.parseLong(text)));
  }

  /** Whether nothing of what the text says is lost when it becomes a number. */
  private static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches()
        && text.chars().filter(Character::isDigit).count() <= DOUBLE_DIGITS;
  }
}
