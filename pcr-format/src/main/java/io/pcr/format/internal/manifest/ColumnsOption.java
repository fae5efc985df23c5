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
              + ")(\\[[0-9]{0,9}])? ("
              + anyOf(Placement.values())
              + ")(?:, (?=.)|$)",
          Pattern.DOTALL);

  private ColumnsOption() {}

  private static String anyOf(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.joining("|"));
  }

  /** Columns as text, such as {@code caption STRING LATE, views INT64 INLINE}. */
  public static String toText(List<ColumnSpec> columns) {
    return columns.stream()
        .map(column -> column.name() + " " + column.kind() + " " + column.placement())
        .collect(Collectors.joining(", "));
  }

  private static ColumnSpec column(Matcher column) {
    String name = column.group(1);
    ColumnType type = ColumnType.valueOf(column.group(2));
    Placement placement = Placement.valueOf(column.group(4));
    String list = column.group(3);
    if (list == null) {
      return new ColumnSpec(name, type, placement);
    }
    return list.length() == 2
        ? ColumnSpec.varying(name, type, placement)
        : ColumnSpec.fixed(
            name, type, Integer.parseInt(list.substring(1, list.length() - 1)), placement);
  }

  /** The columns that a text lists; none when it is another, which anybody may have written. */
  public static List<ColumnSpec> parse(String text) {
    List<ColumnSpec> columns = new ArrayList<>();
    Matcher column = COLUMN.matcher(text);
    int at = 0;
    while (at < text.length() && column.region(at, text.length()).lookingAt()) {
      try {
        columns.add(column(column));
      } catch (InvalidFieldException e) {
        return List.of();
      }
      at = column.end();
    }
    return at == text.length() ? columns : List.of();
  }
}
