package io.pcr.format.internal.manifest;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.InvalidFieldException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The option of a manifest that names the dataset's columns, which TFRecord shards do not list
 * (spec section "Manifest"). Stateless.
 */
public final class ColumnsOption {
  public static final String NAME = "columns";

  /** What stands behind one column's name; a name itself may hold anything. */
  private static final Pattern COLUMN =
      Pattern.compile(
          "(.+?) ("
              + anyOf(ColumnType.values())
              + ") ("
              + anyOf(Placement.values())
              + ")(, (?=.)|$)",
          Pattern.DOTALL);

  private ColumnsOption() {}

  private static String anyOf(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.joining("|"));
  }

  /** Columns of scalars as text, such as {@code caption STRING LATE, views INT64 INLINE}. */
  public static String toText(List<ColumnSpec> columns) {
    return columns.stream()
        .filter(ColumnSpec::isScalar)
        .map(column -> column.name() + " " + column.type() + " " + column.placement())
        .collect(Collectors.joining(", "));
  }

  /** The columns that a text lists; none when it is another, which anybody may have written. */
  public static List<ColumnSpec> parse(String text) {
    List<ColumnSpec> columns = new ArrayList<>();
    Matcher column = COLUMN.matcher(text);
    int at = 0;
    while (at < text.length() && column.region(at, text.length()).lookingAt()) {
      try {
        columns.add(
            new ColumnSpec(
                column.group(1),
                ColumnType.valueOf(column.group(2)),
                Placement.valueOf(column.group(3))));
      } catch (InvalidFieldException e) {
        return List.of();
      }
      at = column.end();
    }
    return at == text.length() ? columns : List.of();
  }
}
