package io.pcr.writer.internal.source.archive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What all tars of a source say of the names of their labels. Not thread-safe. */
final class TarClasses {
  private final TreeMap<Long, String> names = new TreeMap<>();
  private long highest = -1;
  private String firstPlace = "";
  private Optional<String> problem = Optional.empty();

  /** Notes the label of a sample. */
  void addLabel(long label) {
    highest = Math.max(highest, label);
  }

  /**
   * Notes the content of a member.
   *
   * @param place where it stands, for messages
   */
  void add(String place, byte[] content) {
    firstPlace = firstPlace.isEmpty() ? place : firstPlace;
    Optional<Map<Long, String>> found = ClassesMember.decode(content);
    if (found.isEmpty()) {
      fail(place + " is not an object of labels and names");
      return;
    }
    found
        .get()
        .forEach(
            (label, name) -> {
              String known = names.putIfAbsent(label, name);
              if (known != null && !known.equals(name)) {
                fail("label " + label + " is " + known + ", and " + name + " in " + place);
              }
            });
  }

  private void fail(String what) {
    problem = problem.or(() -> Optional.of(what));
  }

  /** The names of the labels 0, 1, …; empty when there are none that can be used. */
  List<String> classNames() {
    return whyNot().isPresent() ? List.of() : new ArrayList<>(names.values());
  }

  /** Where the names stand, for messages. */
  String place() {
    return firstPlace;
  }

  /** Why names that are there are left out; a dataset names all labels or none. */
  Optional<String> whyNot() {
    if (problem.isPresent() || names.isEmpty()) {
      return problem;
    }
    long named = names.size();
    if (names.lastKey() != named - 1) {
      return Optional.of("they do not name all labels from 0 on");
    }
    if (highest >= named) {
      return Optional.of("label " + highest + " has no name");
    }
    boolean isTwice = new HashSet<>(names.values()).size() < named;
    return isTwice ? Optional.of("two labels have the same name") : Optional.empty();
  }
}
