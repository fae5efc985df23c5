package io.pcr.writer.internal.source;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of columns that mean something in a labels file. Stateless. */
final class LabelsNames {
  static final String PATH = "path";
  static final String LABEL = "label";

  /** What others call these columns. */
  private static final Map<String, Set<String>> ALIASES =
      Map.of(
          PATH, Set.of("file", "filename", "file_name", "filepath", "image", "image_path", "img"),
          LABEL, Set.of("class", "class_id", "class_name", "category", "label_id", "target"));

  private LabelsNames() {}

  /** A name that may have been meant for the labels, where none is. */
  static Optional<String> nearLabel(Collection<String> names) {
    return names.contains(LABEL) ? Optional.empty() : near(names, LABEL);
  }

  /** What is wrong with names among which no path is. */
  static String withoutPath(Collection<String> names) {
    String near = near(names, PATH).map(name -> "; is it \"" + name + "\"?").orElse("");
    return "no column is named \"path\"; the columns are " + names + near;
  }

  private static Optional<String> near(Collection<String> names, String wanted) {
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
}
