package io.pcr.writer.source;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads comma-separated values as RFC 4180 has them: fields may be quoted, a quote in a quoted
 * field is doubled, a quoted field may hold commas and line breaks. UTF-8, with or without a byte
 * order mark; lines end in LF or CRLF.
 *
 * <p>Not thread-safe. Whoever opens it closes it.
 */
final class CsvReader implements Closeable {
  /** Far above any label or caption, far below what would strain memory. */
  private static final int MAX_RECORD_CHARS = 16 << 20;

  private static final int END = -1;
  private static final char BYTE_ORDER_MARK = 0xfeff;

  private final Path path;
  private final BufferedReader in;
  private boolean atStart = true;
  private long line = 1;
  private long recordLine = 1;

  CsvReader(Path path) throws IOException {
    this.path = path;
    in = Files.newBufferedReader(path, StandardCharsets.UTF_8);
  }

  /** The next record, or null after the last. Empty lines are passed over. */
  List<String> next() throws IOException {
    try {
      int c = in.read();
      if (atStart && c == BYTE_ORDER_MARK) {
        c = in.read();
      }
      atStart = false;
      while (c == '\n' || c == '\r') {
        line += c == '\n' ? 1 : 0;
        c = in.read();
      }
      recordLine = line;
      return c == END ? null : record(c);
    } catch (CharacterCodingException e) {
      throw new LabelsFileException(path, line, "not UTF-8", e);
    }
  }

  /** The line on which the last record began, from 1. */
  long line() {
    return recordLine;
  }

  private List<String> record(int first) throws IOException {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    int chars = 0;
    for (int c = first; ; c = in.read()) {
      if (c == '"' && field.isEmpty()) {
        c = quoted(field);
        if (c != ',' && c != '\n' && c != '\r' && c != END) {
          throw new LabelsFileException(path, line, "text after a closing quote");
        }
      }
      if (c == '\r') {
        c = lineFeed();
      }
      if (c == ',' || c == '\n' || c == END) {
        chars += field.length();
        fields.add(field.toString());
        field.setLength(0);
        if (c != ',') {
          line += c == '\n' ? 1 : 0;
          return fields;
        }
      } else if (c == '"') {
        throw new LabelsFileException(path, line, "a quote inside a field that is not quoted");
      } else {
        field.append((char) c);
      }
      if (chars + field.length() > MAX_RECORD_CHARS) {
        throw new LabelsFileException(path, recordLine, "a record of more than 16 Mi characters");
      }
    }
  }

  private int lineFeed() throws IOException {
    if (in.read() != '\n') {
      throw new LabelsFileException(path, line, "a carriage return without a line feed");
    }
    return '\n';
  }

  /** Reads to the closing quote; returns what follows it. */
  private int quoted(StringBuilder field) throws IOException {
    while (true) {
      int c = in.read();
      if (c == END) {
        throw new LabelsFileException(path, recordLine, "a quoted field without an end");
      }
      if (c == '"') {
        int after = in.read();
        if (after != '"') {
          return after;
        }
      }
      line += c == '\n' ? 1 : 0;
      field.append((char) c);
      if (field.length() > MAX_RECORD_CHARS) {
        throw new LabelsFileException(path, recordLine, "a field of more than 16 Mi characters");
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
