package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Labels in comma-separated values. The first line names the columns, with or without {@linkplain
 * ColumnWords words} behind them; where no type is said, it follows from the cells. An empty cell
 * is no value, and a list is an array of JSON. Spaces around names in the first line are no part of
 * them, and where there are such spaces, none around the cells below are either; those around
 * labels never are. Immutable.
 */
record CsvLabels(Path path) implements LabelsFormat {
  @Override
  public Columns survey(LabelValues labels) throws IOException {
    try (CsvReader csv = new CsvReader(path)) {
      LabelsHeader header = head(csv);
      List<ColumnWords> words = header.columns();
      LabelsTypes types = new LabelsTypes(words.size());
      long[] longest = new long[words.size()];
      int labelField = header.names().indexOf(LabelsNames.LABEL);
      for (List<String> fields = csv.next(); fields != null; fields = csv.next()) {
        if (fields.size() != words.size()) {
          throw new LabelsFileException(
              path, csv.line(), fields.size() + " fields, the first line has " + words.size());
        }
        types.see(fields);
        for (int i = 0; i < longest.length; i++) {
          longest[i] = Math.max(longest[i], bytes(words.get(i), fields.get(i)));
        }
        String label = labelField < 0 ? "" : CsvReader.trim(fields.get(labelField));
        if (!label.isEmpty()) {
          labels.see(csv.line(), label);
        }
      }
      List<ColumnSpec> columns = new ArrayList<>();
      for (int i = 0; i < words.size(); i++) {
        if (isColumn(words.get(i))) {
          ColumnSpec found = new ColumnSpec(words.get(i).name(), types.of(i), Placement.INLINE);
          columns.add(words.get(i).spec(found, longest[i]));
        }
      }
      return new Columns(
          columns,
          labelField >= 0,
          labelField < 0 ? Optional.empty() : labelType(words.get(labelField)),
          LabelsNames.nearLabel(header.names()));
    }
  }

  private LabelsHeader head(CsvReader csv) throws IOException {
    LabelsHeader header = LabelsHeader.of(path, csv.next());
    if (header.isSpaced()) {
      csv.trimCells();
    }
    return header;
  }

  private static boolean isColumn(ColumnWords column) {
    return !column.name().equals(LabelsNames.PATH) && !column.name().equals(LabelsNames.LABEL);
  }

  private Optional<ColumnType> labelType(ColumnWords label) throws LabelsFileException {
    if (label.isList() || label.placement().isPresent()) {
      throw new LabelsFileException(path, 1, "a label is int64 or string, and nothing else");
    }
    return label.type();
  }

  /** At most about as many bytes as the value takes. */
  private static long bytes(ColumnWords column, String cell) {
    if (column.isList() && !column.type().orElseThrow().isVariable()) {
      long elements = cell.chars().filter(c -> c == ',').count() + 1;
      return elements * column.type().orElseThrow().elementLength();
    }
    return cell.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public void read(Columns columns, Rows rows) throws IOException {
    try (CsvReader csv = new CsvReader(path)) {
      List<ColumnWords> words = head(csv).columns();
      int expected = columns.columns().size() + (columns.hasLabels() ? 2 : 1);
      for (List<String> fields = csv.next(); fields != null; fields = csv.next()) {
        if (fields.size() != expected || words.size() != expected) {
          throw new LabelsFileException(path, csv.line(), "the file changed while it was read");
        }
        String key = "";
        String label = "";
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < expected; i++) {
          String cell = fields.get(i);
          switch (words.get(i).name()) {
            case LabelsNames.PATH -> key = cell;
            case LabelsNames.LABEL -> label = CsvReader.trim(cell);
            default -> {
              ColumnSpec column = columns.columns().get(values.size());
              values.add(cell.isEmpty() ? null : value(csv.line(), column, cell));
            }
          }
        }
        rows.row(csv.line(), key, label, values);
      }
    }
  }

  private Object value(long line, ColumnSpec column, String cell) throws LabelsFileException {
    if (!column.isScalar()) {
      return JsonObject.parseList(cell)
          .flatMap(list -> JsonValue.of(column, list))
          .orElseThrow(() -> other(line, column, cell, null));
    }
    try {
      return switch (column.type()) {
        case INT64 -> Long.valueOf(cell);
        case FLOAT64 -> number(cell);
        case FLOAT32 -> float32(cell);
        case BOOL -> bool(cell);
        case STRING, BYTES -> cell.getBytes(StandardCharsets.UTF_8);
      };
    } catch (NumberFormatException e) {
      throw other(line, column, cell, e);
    }
  }

  private LabelsFileException other(
      long line, ColumnSpec column, String cell, NumberFormatException cause) {
    String example = column.isScalar() ? "" : "; lists are arrays of JSON, as in \"[1, 2.5]\"";
    String problem = "column " + column.name() + ": \"" + cell + "\" is not " + column.kind();
    return new LabelsFileException(path, line, problem + example, cause);
  }

  private static boolean bool(String cell) {
    return switch (cell) {
      case "1", "true" -> true;
      case "0", "false" -> false;
      default -> throw new NumberFormatException("neither true nor false");
    };
  }

  private static float float32(String cell) {
    float nearest = (float) number(cell);
    if (Float.isInfinite(nearest) && !cell.contains("Infinity")) {
      throw new NumberFormatException("no float is near " + cell);
    }
    return nearest;
  }

  private static double number(String cell) {
    if (!LabelsTypes.isInRange(cell)) {
      throw new NumberFormatException("no double is near " + cell);
    }
    return Double.parseDouble(cell);
  }
}
