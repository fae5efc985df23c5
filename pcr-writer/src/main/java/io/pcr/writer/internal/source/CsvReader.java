package io.pcr.writer.internal.source;

import io.pcr.writer.source.LabelsFileException;
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
 * order mark; lines end in LF or CRLF. Beyond the RFC, a quoted field may stand between spaces, and
 * {@link #trimCells} takes spaces from around the others.
 *
 * <p>Not thread-safe. Whoever opens it closes it.
 */
final class CsvReader implements Closeable {
  /** Far above any label or caption, far below what would strain memory. */
  static final int MAX_RECORD_CHARS = 16 << 20;

  private static final int END = -1;
  private static final char BYTE_ORDER_MARK = 0xfeff;

  private final Path path;
  private final BufferedReader in;
  private boolean atStart = true;
  private boolean trims;
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
      throw Utf8Fault.in(path, line, e);
    }
  }

  /** From now on, spaces around a field that is not quoted are no part of it. */
  void trimCells() {
    trims = true;
  }

  /** The text without the spaces around it, those that do not break lines included. */
  static String trim(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isSpace(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** The line on which the last record began, from 1. */
  long line() {
    return recordLine;
  }

  private List<String> record(int first) throws IOException {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean isQuoted = false;
    int chars = 0;
    for (int c = first; ; c = in.read()) {
      if (c == '"' && !isQuoted && trim(field.toString()).isEmpty()) {
        field.setLength(0);
        isQuoted = true;
        c = quoted(field);
        while (c == ' ' || c == '\t') {
          c = in.read();
        }
        if (c != ',' && c != '\n' && c != '\r' && c != END) {
          throw new LabelsFileException(path, line, "text after a closing quote");
        }
      }
      if (c == '\r') {
        c = lineFeed();
      }
      if (c == ',' || c == '\n' || c == END) {
        chars += field.length();
        fields.add(trims && !isQuoted ? trim(field.toString()) : field.toString());
        field.setLength(0);
        isQuoted = false;
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
