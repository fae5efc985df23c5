package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnType;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The labels that a labels file has, and whether they are numbers or names. One cell must never
 * change what the others mean: where they are not of one kind, somebody has to say which.
 *
 * <p>Not thread-safe.
 */
final class LabelValues {
  private static final int MAX_CLASSES = 1 << 20;
  private static final int LINES_SHOWN = 3;
  private static final Pattern DIGITS = Pattern.compile("[+-]?[0-9]+");

  /** Labels of one kind: how many, and where the first few stand. */
  private static final class Kind {
    private final List<String> first = new ArrayList<>();
    private long count;

    void add(long line, String text) {
      if (count++ < LINES_SHOWN) {
        first.add("\"" + text + "\" on line " + line);
      }
    }

    String say(String one, String several) {
      String more = count > LINES_SHOWN ? ", …" : "";
      String what = count == 1 ? "1 " + one : count + " " + several;
      return what + " (" + String.join(", ", first) + more + ")";
    }
  }

  private final Kind integers = new Kind();
  private final Kind others = new Kind();

  /** Each label, and the line on which it stands first; no more than are allowed and one. */
  private final Map<String, Long> lines = new TreeMap<>();

  private boolean hasOtherNumbers;
  private boolean hasPadding;

  /** Looks at one label, which is not empty. */
  void see(long line, String text) {
    if (isInteger(text)) {
      integers.add(line, text);
      hasPadding |= !text.equals(Long.toString(Long.parseLong(text)));
    } else {
      others.add(line, text);
      hasOtherNumbers |= LabelsTypes.isDecimal(text);
    }
    if (lines.size() <= MAX_CLASSES) {
      lines.putIfAbsent(text, line);
    }
  }

  /**
   * The names of the labels 0, 1, …; empty when the labels are numbers.
   *
   * @param wanted as the user says it
   * @param stated in the head of the file
   */
  Set<String> classNames(Path path, LabelType wanted, Optional<ColumnType> stated)
      throws LabelsFileException {
    return switch (agreed(path, wanted, stated)) {
      case NAMES -> names(path);
      case NUMBERS -> {
        if (others.count > 0) {
          throw new LabelsFileException(
              path,
              others.say("label is not an integer", "labels are not integers") + "; " + remedy());
        }
        yield Set.of();
      }
      case AUTO -> {
        if (others.count == 0) {
          requireDistinctNumbers(path);
          yield Set.of();
        }
        if (integers.count > 0 || hasOtherNumbers) {
          throw new LabelsFileException(path, mixture());
        }
        yield names(path);
      }
    };
  }

  private static LabelType agreed(Path path, LabelType wanted, Optional<ColumnType> stated)
      throws LabelsFileException {
    if (stated.isEmpty()) {
      return wanted;
    }
    LabelType inHead =
        switch (stated.get()) {
          case INT64 -> LabelType.NUMBERS;
          case STRING -> LabelType.NAMES;
          case FLOAT64, FLOAT32, BOOL, BYTES ->
              throw new LabelsFileException(
                  path, 1, "labels are int64 or string, but the first line says " + stated.get());
        };
    if (wanted != LabelType.AUTO && wanted != inHead) {
      throw new LabelsFileException(
          path,
          1,
          "the first line says that labels are " + inHead + ", not " + wanted + " as asked for");
    }
    return inHead;
  }

  private Set<String> names(Path path) throws LabelsFileException {
    if (lines.size() > MAX_CLASSES) {
      throw new LabelsFileException(path, "more than " + MAX_CLASSES + " names of labels");
    }
    return lines.keySet();
  }

  private String mixture() {
    String kinds = others.say("is not an integer", "are not integers");
    if (integers.count > 0) {
      kinds = integers.say("is an integer", "are integers") + ", " + kinds;
    }
    return "labels are neither all integers nor all names: " + kinds + "; " + remedy();
  }

  private static String remedy() {
    return "correct them, or leave their cells empty for no label; if all labels are names, say"
        + " --label-type=names";
  }

  /** Of {@code 7} and {@code 007} nobody knows whether they are one class. */
  private void requireDistinctNumbers(Path path) throws LabelsFileException {
    if (!hasPadding) {
      return;
    }
    Map<Long, String> texts = new HashMap<>();
    for (Map.Entry<String, Long> label : lines.entrySet()) {
      String other = texts.put(Long.valueOf(label.getKey()), label.getKey());
      if (other != null) {
        throw new LabelsFileException(
            path,
            label.getValue(),
            "the labels \""
                + label.getKey()
                + "\" and \""
                + other
                + "\" (line "
                + lines.get(other)
                + ") are the same number; say --label-type=numbers if they are one class,"
                + " --label-type=names if they are two");
      }
    }
    if (lines.size() > MAX_CLASSES) {
      throw new LabelsFileException(
          path,
          "more than "
              + MAX_CLASSES
              + " labels, some with zeros in front; say --label-type=numbers if they are numbers");
    }
  }

  private static boolean isInteger(String text) {
    if (!DIGITS.matcher(text).matches()) {
      return false;
    }
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
