package io.pcr.writer.internal.source.tfrecord;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The names that records give to their labels. Not thread-safe. */
final class ClassTexts {
  /** More classes than anybody names. */
  private static final int MAX_CLASSES = 1 << 20;

  private final Map<Long, String> names = new HashMap<>();
  private boolean isConsistent = true;
  private boolean isEmpty = true;
  private long longest;

  void add(OptionalLong label, String name) {
    isEmpty = false;
    longest = Math.max(longest, name.length());
    if (!isConsistent) {
      return;
    }
    String known = label.isPresent() ? names.putIfAbsent(label.getAsLong(), name) : "";
    boolean isSame = label.isPresent() && (known == null || known.equals(name));
    isConsistent = isSame && !name.isEmpty() && names.size() <= MAX_CLASSES;
  }

  /**
   * The names of the labels 0, 1, …; empty when there are none, or labels begin elsewhere, leave
   * one out, or have the same name or several.
   */
  List<String> classNames() {
    List<String> list = new ArrayList<>();
    for (long label = 0; isConsistent && names.containsKey(label); label++) {
      list.add(names.get(label));
    }
    boolean isWhole = list.size() == names.size() && new HashSet<>(list).size() == list.size();
    return isConsistent && isWhole ? list : List.of();
  }

  /** Whether the names have to be kept as a column. */
  boolean isColumn() {
    return !isEmpty && classNames().isEmpty();
  }

  /** Characters of the longest. */
  long longest() {
    return longest;
  }
}
