package io.pcr.tools.terminal;

import io.pcr.format.internal.text.Printable;
import java.util.ArrayList;
import java.util.List;

/**
 * A plain table: a head, rows, columns aligned. Where the terminal is too narrow for it, a last
 * column of words goes on in further lines; where even that has no room, each row becomes a block
 * of {@code head: cell} lines, so nothing is lost on 20 columns. Not thread-safe.
 */
public final class Table {
  private static final String GAP = "  ";

  /** Words in a narrower column would be a column of single words. */
  private static final int LEAST_WRAPPED = 16;

  /** How the cells of a column stand. */
  public enum Align {
    /** Words. */
    LEFT,
    /** Numbers. */
    RIGHT
  }

  private record Column(String head, Align align) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private boolean headed = true;

  /** Adds a column of words. */
  public Table left(String head) {
    columns.add(new Column(head, Align.LEFT));
    return this;
  }

  /** Adds a column of numbers. */
  public Table right(String head) {
    columns.add(new Column(head, Align.RIGHT));
    return this;
  }

  /** Leaves the head out: the first column names the rows. */
  public Table withoutHead() {
    headed = false;
    return this;
  }

  /** Adds a row; every cell is made safe to print. */
  public Table row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells in " + columns.size() + " columns");
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Printable.line(String.valueOf(cell)));
    }
    rows.add(row);
    return this;
  }

  /** The lines of the table on {@code width} columns, each prefixed by {@code indent}. */
  public List<String> lines(String indent, int width) {
    List<String> lines = new ArrayList<>();
    int[] widths = widths();
    int last = widths.length - 1;
    int others = indent.length() + GAP.length() * last;
    for (int c = 0; c < last; c++) {
      others += widths[c];
    }
    boolean wrapped = columns.get(last).align() == Align.LEFT && width - others >= LEAST_WRAPPED;
    if (others + widths[last] > width && !wrapped) {
      if (headed) {
        blocks(lines, indent);
      } else {
        pairs(lines, indent);
      }
      return lines;
    }
    widths[last] = Math.min(widths[last], width - others);
    if (headed) {
      lines.add(line(indent, columns.stream().map(Column::head).toList(), widths));
    }
    for (List<String> row : rows) {
      List<String> cells = new ArrayList<>(row);
      for (String piece : pieces(row.get(last), widths[last])) {
        cells.set(last, piece);
        lines.add(line(indent, cells, widths));
        cells.replaceAll(cell -> "");
      }
    }
    return lines;
  }

  /** A text in pieces of at most {@code width} columns, cut at spaces where there are any. */
  private static List<String> pieces(String text, int width) {
    List<String> pieces = new ArrayList<>();
    String rest = text;
    while (Printable.columns(rest) > width) {
      int room = rest.offsetByCodePoints(0, width);
      int space = rest.lastIndexOf(' ', room);
      int end = space > 0 ? space : room;
      pieces.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    pieces.add(rest);
    return pieces;
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      widths[c] = Printable.columns(columns.get(c).head());
      for (List<String> row : rows) {
        widths[c] = Math.max(widths[c], Printable.columns(row.get(c)));
      }
    }
    return widths;
  }

  private String line(String indent, List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder(indent);
    for (int c = 0; c < widths.length; c++) {
      String pad = " ".repeat(widths[c] - Printable.columns(cells.get(c)));
      boolean right = columns.get(c).align() == Align.RIGHT;
      line.append(c == 0 ? "" : GAP)
          .append(right ? pad : "")
          .append(cells.get(c))
          .append(right ? "" : pad);
    }
    return line.toString().stripTrailing();
  }

  /** The name of the row, and the rest on the next line. */
  private void pairs(List<String> lines, String indent) {
    for (List<String> row : rows) {
      lines.add(indent + row.get(0) + ":");
      lines.add(indent + " " + String.join(" ", row.subList(1, row.size())));
    }
  }

  private void blocks(List<String> lines, String indent) {
    for (List<String> row : rows) {
      for (int c = 0; c < columns.size(); c++) {
        if (!row.get(c).isEmpty()) {
          lines.add(indent + (c == 0 ? "" : " ") + columns.get(c).head() + ": " + row.get(c));
        }
      }
    }
  }
}
