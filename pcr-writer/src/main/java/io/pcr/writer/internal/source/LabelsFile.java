package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A CSV file that gives samples a label and columns. Its head names the columns: {@code path} (the
 * sample's key, or an absolute path inside the source folder), {@code label} (integers alone, or
 * names alone, which are then numbered in the order of their text), and any others, with a type
 * after a colon ({@code score:float64}) or without one, when it follows from the values. An empty
 * field is no value. Spaces around names in the head are no part of them, and where there are such
 * spaces, none around the cells below are either; those around labels never are.
 *
 * <p>The file is read twice, the first time to learn the types; it is never in memory. Immutable.
 */
final class LabelsFile {
  /** What one row says: the line it stands on, the label if it has one, the other columns. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Row(long line, OptionalLong label, byte[] values) {
    byte[] toBytes() {
      ByteBuffer out = ByteBuffer.allocate(Long.BYTES + LabelBytes.LENGTH + values.length);
      return LabelBytes.put(out.putLong(line), label).put(values).array();
    }

    static Row of(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      long line = in.getLong();
      OptionalLong label = LabelBytes.get(in);
      byte[] values = new byte[in.remaining()];
      in.get(values);
      return new Row(line, label, values);
    }
  }

  private final Path path;
  private final FileStamp stamp;
  private final int pathField;
  private final int labelField;
  private final List<Integer> columnFields = new ArrayList<>();
  private final List<ColumnSpec> columns = new ArrayList<>();
  private final Map<String, Long> labelsByName = new HashMap<>();
  private final List<String> classNames;
  private final Optional<String> nearLabel;

  private LabelsFile(
      Path path,
      FileStamp stamp,
      LabelsHeader header,
      LabelsTypes types,
      Collection<String> classNames) {
    this.path = path;
    this.stamp = stamp;
    nearLabel = header.nearLabel();
    pathField = header.names().indexOf(LabelsHeader.PATH);
    labelField = header.names().indexOf(LabelsHeader.LABEL);
    for (int i = 0; i < header.names().size(); i++) {
      if (i != pathField && i != labelField) {
        columnFields.add(i);
        columns.add(new ColumnSpec(header.names().get(i), types.of(i), Placement.INLINE));
      }
    }
    this.classNames = List.copyOf(classNames);
    for (String name : classNames) {
      labelsByName.put(name, (long) labelsByName.size());
    }
  }

  /** Reads the file once, for its head and its types. */
  static LabelsFile read(Path path, LabelType labelType) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new LabelsFileException(
          path, "not a file; it must be a regular file, because it is read twice");
    }
    FileStamp stamp = FileStamp.of(path);
    try (CsvReader csv = new CsvReader(path)) {
      LabelsHeader header = head(path, csv);
      LabelsTypes types = new LabelsTypes(header);
      LabelValues labels = new LabelValues();
      int labelField = header.names().indexOf(LabelsHeader.LABEL);
      for (List<String> fields = csv.next(); fields != null; fields = csv.next()) {
        if (fields.size() != header.names().size()) {
          throw new LabelsFileException(
              path,
              csv.line(),
              fields.size() + " fields, the first line has " + header.names().size());
        }
        types.see(fields);
        String label = labelField < 0 ? "" : CsvReader.trim(fields.get(labelField));
        if (!label.isEmpty()) {
          labels.see(csv.line(), label);
        }
      }
      ColumnType stated = header.stated().get(labelField);
      return new LabelsFile(path, stamp, header, types, labels.classNames(path, labelType, stated));
    }
  }

  private static LabelsHeader head(Path path, CsvReader csv) throws IOException {
    LabelsHeader header = LabelsHeader.of(path, csv.next());
    if (header.isSpaced()) {
      csv.trimCells();
    }
    return header;
  }

  /** A column that may have been meant for the labels, where none is named so. */
  Optional<String> nearLabel() {
    return nearLabel;
  }

  /** The names behind the labels, when the file gives names; empty when it gives integers. */
  List<String> classNames() {
    return classNames;
  }

  boolean hasLabels() {
    return labelField >= 0;
  }

  List<ColumnSpec> columns() {
    return List.copyOf(columns);
  }

  Path path() {
    return path;
  }

  /** Reads the file again and adds every row under its key. */
  void addTo(ExternalSorter sorter, LabelPaths paths) throws IOException {
    try (CsvReader csv = new CsvReader(path)) {
      head(path, csv);
      for (List<String> fields = csv.next(); fields != null; fields = csv.next()) {
        if (fields.size() != columnFields.size() + (hasLabels() ? 2 : 1)) {
          throw new LabelsFileException(path, csv.line(), "the file changed while it was read");
        }
        String key = paths.keyOf(fields.get(pathField));
        if (key.isEmpty()) {
          throw new LabelsFileException(path, csv.line(), "an empty path");
        }
        sorter.add(key.getBytes(StandardCharsets.UTF_8), row(csv.line(), fields).toBytes());
      }
    }
    // Rows may be missing from a file that somebody was writing.
    if (!stamp.equals(FileStamp.of(path))) {
      throw new LabelsFileException(path, "the file changed while it was read");
    }
  }

  private Row row(long line, List<String> fields) throws LabelsFileException {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i).name();
      String text = fields.get(columnFields.get(i));
      values.add(text.isEmpty() ? null : value(line, name, columns.get(i).type(), text));
    }
    String label = hasLabels() ? CsvReader.trim(fields.get(labelField)) : "";
    return new Row(
        line,
        label.isEmpty() ? OptionalLong.empty() : OptionalLong.of(label(line, label)),
        RowCodec.encode(values));
  }

  private long label(long line, String text) throws LabelsFileException {
    if (!classNames.isEmpty()) {
      Long label = labelsByName.get(text);
      if (label == null) {
        throw new LabelsFileException(path, line, "the file changed while it was read");
      }
      return label;
    }
    return (Long) value(line, LabelsHeader.LABEL, ColumnType.INT64, text);
  }

  private Object value(long line, String column, ColumnType type, String text)
      throws LabelsFileException {
    try {
      return switch (type) {
        case INT64 -> Long.valueOf(text);
        case FLOAT64 -> number(text);
        case FLOAT32 -> (float) number(text);
        case BOOL -> bool(text);
        case STRING, BYTES -> text.getBytes(StandardCharsets.UTF_8);
      };
    } catch (NumberFormatException e) {
      throw new LabelsFileException(
          path, line, "column " + column + ": \"" + text + "\" is not " + type, e);
    }
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "1", "true" -> true;
      case "0", "false" -> false;
      default -> throw new NumberFormatException("neither true nor false");
    };
  }

  private static double number(String text) {
    if (!LabelsTypes.isInRange(text)) {
      throw new NumberFormatException("no double is near " + text);
    }
    return Double.parseDouble(text);
  }
}
