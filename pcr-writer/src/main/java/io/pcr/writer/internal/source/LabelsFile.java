package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file that gives samples a label and columns, in one of the {@linkplain LabelsFormat formats}.
 * Of its columns, {@code path} is the sample's key or an absolute path inside the source folder,
 * and {@code label} is integers alone, or names alone, which are then numbered in the order of
 * their text.
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
  private final LabelsFormat format;
  private final LabelsFormat.Columns columns;
  private final Map<String, Long> labelsByName = new HashMap<>();
  private final List<String> classNames;

  private LabelsFile(
      Path path,
      FileStamp stamp,
      LabelsFormat format,
      LabelsFormat.Columns columns,
      Collection<String> classNames) {
    this.path = path;
    this.stamp = stamp;
    this.format = format;
    this.columns = columns;
    this.classNames = List.copyOf(classNames);
    for (String name : classNames) {
      labelsByName.put(name, (long) labelsByName.size());
    }
  }

  /** Reads the file once, for its columns and their types. */
  static LabelsFile read(Path path, LabelType labelType) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new LabelsFileException(
          path, "not a file; it must be a regular file, because it is read twice");
    }
    FileStamp stamp = FileStamp.of(path);
    LabelsFormat format = LabelsFormat.of(path);
    LabelValues labels = new LabelValues();
    LabelsFormat.Columns columns = format.survey(labels);
    return new LabelsFile(
        path, stamp, format, columns, labels.classNames(path, labelType, columns.statedLabel()));
  }

  /** A column that may have been meant for the labels, where none is named so. */
  Optional<String> nearLabel() {
    return columns.nearLabel();
  }

  /** The names behind the labels, when the file gives names; empty when it gives integers. */
  List<String> classNames() {
    return classNames;
  }

  boolean hasLabels() {
    return columns.hasLabels();
  }

  List<ColumnSpec> columns() {
    return List.copyOf(columns.columns());
  }

  Path path() {
    return path;
  }

  /** Reads the file again and adds every row under its key. */
  void addTo(ExternalSorter sorter, LabelPaths paths) throws IOException {
    format.read(
        columns,
        (line, written, label, values) -> {
          String key = paths.keyOf(written);
          if (key.isEmpty()) {
            throw new LabelsFileException(path, line, "an empty path");
          }
          Row row = new Row(line, label(line, label), RowCodec.encode(values));
          sorter.add(key.getBytes(StandardCharsets.UTF_8), row.toBytes());
        });
    // Rows may be missing from a file that somebody was writing.
    if (!stamp.equals(FileStamp.of(path))) {
      throw new LabelsFileException(path, "the file changed while it was read");
    }
  }

  private OptionalLong label(long line, String text) throws LabelsFileException {
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    Long number = classNames.isEmpty() ? numberOf(text) : labelsByName.get(text);
    if (number == null) {
      throw new LabelsFileException(path, line, "the file changed while it was read");
    }
    return OptionalLong.of(number);
  }

  /** Null for what was no integer, and none of the labels that the file had. */
  private static Long numberOf(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
