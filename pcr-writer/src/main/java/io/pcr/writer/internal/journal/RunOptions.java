package io.pcr.writer.internal.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options that decide what a run writes, as names and values: a run can only be resumed by one
 * that has the same. What changes no byte (the number of threads) is not among them. Immutable.
 */
public final class RunOptions {
  private final Map<String, String> values;

  private RunOptions(Map<String, String> values) {
    this.values = values;
  }

  /** These options, in this order. */
  public static RunOptions of(Map<String, String> values) {
    return new RunOptions(new LinkedHashMap<>(values));
  }

  /**
   * One line for each difference, from the run that was started to the one that wants to resume it.
   */
  public List<String> differences(RunOptions wanted) {
    Set<String> names = new LinkedHashSet<>(values.keySet());
    names.addAll(wanted.values.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      String before = values.get(name);
      String now = wanted.values.get(name);
      if (before == null || !before.equals(now)) {
        differences.add(name + ": " + shorten(before) + " before, " + shorten(now) + " now");
      }
    }
    return differences;
  }

  private static String shorten(String value) {
    int longest = 100;
    if (value == null) {
      return "unset";
    }
    if (value.length() <= longest) {
      return value;
    }
    String line = value.lines().findFirst().orElse("");
    return line.substring(0, Math.min(line.length(), longest)) + "…";
  }

  /** The names and values. */
  public Map<String, String> values() {
    return Map.copyOf(values);
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> text.append(escape(name)).append('=').append(escape(value)).append('\n'));
    return text.toString();
  }

  static RunOptions parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals >= 0) {
        values.put(unescape(line.substring(0, equals)), unescape(line.substring(equals + 1)));
      }
    }
    return new RunOptions(values);
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("=", "\\e");
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        plain.append(
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 'e' -> '=';
              default -> text.charAt(i);
            });
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunOptions options && values.equals(options.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
