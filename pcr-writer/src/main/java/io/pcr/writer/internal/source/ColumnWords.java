package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a column in a labels file, and what may stand behind it after colons: its type, with
 * {@code []} or {@code [4]} where its values are lists, and its place. {@code boxes:float32[]:late}
 * says both.
 *
 * @param listLength elements of each value of a FIXED column; 0 for others
 */
record ColumnWords(
    String name,
    Optional<ColumnType> type,
    ColumnShape shape,
    int listLength,
    Optional<Placement> placement) {
  private static final Pattern TYPE = Pattern.compile("([a-z0-9]+)(?:\\[(\\d{0,9})])?");

  /**
   * Takes them apart. Spaces around a word are no part of it.
   *
   * @throws IllegalArgumentException when the word behind the last colon is none of them
   */
  static ColumnWords parse(String text) {
    ColumnWords words =
        new ColumnWords(
            CsvReader.trim(text), Optional.empty(), ColumnShape.SCALAR, 0, Optional.empty());
    boolean isFirst = true;
    for (int colon = words.name.lastIndexOf(':'); colon >= 0; colon = words.name.lastIndexOf(':')) {
      String word = CsvReader.trim(words.name.substring(colon + 1)).toLowerCase(Locale.ROOT);
      Optional<ColumnWords> more = words.with(CsvReader.trim(words.name.substring(0, colon)), word);
      if (more.isEmpty() && isFirst) {
        throw new IllegalArgumentException(
            "\""
                + word
                + "\" is not a type; types are int64, float64, float32, bool, string, with [] or"
                + " [4] for lists; inline, early or late may follow");
      } else if (more.isEmpty()) {
        return words; // The colon is a part of the name.
      }
      words = more.get();
      isFirst = false;
    }
    return words;
  }

  /** These words with one more; empty when it is none, or says again what is said. */
  private Optional<ColumnWords> with(String rest, String word) {
    Optional<Placement> place = placement(word);
    if (place.isPresent()) {
      return placement.isPresent()
          ? Optional.empty()
          : Optional.of(new ColumnWords(rest, type, shape, listLength, place));
    }
    Matcher matcher = TYPE.matcher(word);
    Optional<ColumnType> said = matcher.matches() ? type(matcher.group(1)) : Optional.empty();
    if (said.isEmpty() || type.isPresent()) {
      return Optional.empty();
    }
    String length = matcher.group(2);
    if (length == null || length.isEmpty()) {
      ColumnShape form = length == null ? ColumnShape.SCALAR : ColumnShape.VARYING;
      return Optional.of(new ColumnWords(rest, said, form, 0, placement));
    }
    int elements = listLength(rest, said.get(), length);
    return Optional.of(new ColumnWords(rest, said, ColumnShape.FIXED, elements, placement));
  }

  private static int listLength(String name, ColumnType type, String text) {
    if (type.isVariable()) {
      throw new IllegalArgumentException(
          "lists of strings have no stated length; write string[] for " + name);
    }
    int length = Integer.parseInt(text);
    if (length < 1 || length > ColumnSpec.MAX_LIST_LENGTH) {
      throw new IllegalArgumentException("a list of " + text + " elements for " + name);
    }
    return length;
  }

  private static Optional<Placement> placement(String word) {
    return switch (word) {
      case "inline" -> Optional.of(Placement.INLINE);
      case "early" -> Optional.of(Placement.EARLY);
      case "late" -> Optional.of(Placement.LATE);
      default -> Optional.empty();
    };
  }

  private static Optional<ColumnType> type(String word) {
    return switch (word) {
      case "int64", "int" -> Optional.of(ColumnType.INT64);
      case "float64", "float" -> Optional.of(ColumnType.FLOAT64);
      case "float32" -> Optional.of(ColumnType.FLOAT32);
      case "bool" -> Optional.of(ColumnType.BOOL);
      case "string" -> Optional.of(ColumnType.STRING);
      default -> Optional.empty();
    };
  }

  /** Whether its values are lists. */
  boolean isList() {
    return shape != ColumnShape.SCALAR;
  }

  /**
   * The column.
   *
   * @param found its type and shape where no word says them
   * @param longest bytes of its longest value, which decide where it goes if no word does
   */
  ColumnSpec spec(ColumnSpec found, long longest) {
    Placement place = placement.orElseGet(() -> ValuePlacement.of(longest));
    return type.isPresent()
        ? new ColumnSpec(name, type.get(), shape, listLength, place)
        : new ColumnSpec(name, found.type(), found.shape(), found.listLength(), place);
  }
}
