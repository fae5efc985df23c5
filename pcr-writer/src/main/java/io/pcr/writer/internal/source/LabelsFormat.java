package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the rows of a labels file are written. Each call goes through the whole file, which is never
 * in memory.
 */
interface LabelsFormat {
  /**
   * What the columns of a labels file are.
   *
   * @param columns all but path and label
   * @param statedLabel the type that the file states for labels
   * @param nearLabel a column that may have been meant for the labels, where none is named so
   */
  record Columns(
      List<ColumnSpec> columns,
      boolean hasLabels,
      Optional<ColumnType> statedLabel,
      Optional<String> nearLabel) {}

  /** Takes the rows of a file. */
  interface Rows {
    /**
     * A row.
     *
     * @param label as it is written; empty where there is none
     * @param values of the columns, as {@link SourceValue} has them, null where there is none
     */
    void row(long line, String path, String label, List<Object> values) throws IOException;
  }

  /** Finds out what the columns are, and shows each label to {@code labels}. */
  Columns survey(LabelValues labels) throws IOException;

  /** Reads all rows. */
  void read(Columns columns, Rows rows) throws IOException;

  /** The format of a file: the first character of JSON cannot begin a file of the other. */
  static LabelsFormat of(Path path) throws IOException {
    return firstCharacter(path) == '{' ? new JsonLabels(path) : new CsvLabels(path);
  }

  private static int firstCharacter(Path path) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
      int c = in.read();
      // A byte order mark in three bytes, and what may stand before JSON.
      while (c == 0xef || c == 0xbb || c == 0xbf || c == ' ' || c == '\t' || c == '\r'
          || c == '\n') {
        c = in.read();
      }
      return c;
    }
  }
}
