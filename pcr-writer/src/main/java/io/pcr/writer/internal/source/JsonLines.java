package io.pcr.writer.internal.source;

import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.source.LabelsFileException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file of one JSON object a line. UTF-8, with or without a byte order mark. Not
 * thread-safe. Whoever opens it closes it.
 */
final class JsonLines implements Closeable {
  private static final int END = -1;
  private static final char BYTE_ORDER_MARK = 0xfeff;

  private final Path path;
  private final BufferedReader in;
  private long line;

  JsonLines(Path path) throws IOException {
    this.path = path;
    in = Files.newBufferedReader(path, StandardCharsets.UTF_8);
  }

  /** The next object, or null after the last. Empty lines are passed over. */
  JsonObject next() throws IOException {
    for (String text = nextLine(); text != null; text = nextLine()) {
      if (!text.isBlank()) {
        return JsonObject.parse(text).orElseThrow(this::noObject);
      }
    }
    return null;
  }

  private LabelsFileException noObject() {
    return new LabelsFileException(
        path, line, "not one whole JSON object; labels in JSON are one object a line");
  }

  /** The line of the last object, from 1. */
  long line() {
    return line;
  }

  private String nextLine() throws IOException {
    StringBuilder text = new StringBuilder();
    line++;
    try {
      int c = in.read();
      boolean isEnd = c == END;
      for (; c != END && c != '\n'; c = in.read()) {
        if (c != BYTE_ORDER_MARK || line > 1 || !text.isEmpty()) {
          text.append((char) c);
        }
        if (text.length() > CsvReader.MAX_RECORD_CHARS) {
          throw new LabelsFileException(
              path, line, "more than 16 Mi characters; labels in JSON are one object a line");
        }
      }
      return isEnd ? null : text.toString();
    } catch (CharacterCodingException e) {
      throw Utf8Fault.in(path, line, e);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
