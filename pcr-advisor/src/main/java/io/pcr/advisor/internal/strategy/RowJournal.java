package io.pcr.advisor.internal.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a study in a file, {@code rows.jsonl}, to which each is added when it has been
 * measured. A study that was ended goes on with those that are missing. Not thread-safe.
 */
final class RowJournal implements Closeable {
  static final String NAME = "rows.jsonl";
  static final String CSV = "rows.csv";

  private final Path folder;
  private final Map<StrategyRow.Key, StrategyRow> rows;
  private final FileChannel file;

  private RowJournal(Path folder, Map<StrategyRow.Key, StrategyRow> rows, FileChannel file) {
    this.folder = folder;
    this.rows = rows;
    this.file = file;
  }

  /** Opens the journal of a folder; a line that a killed run left unfinished does not count. */
  static RowJournal open(Path folder) throws IOException {
    Path path = folder.resolve(NAME);
    Map<StrategyRow.Key, StrategyRow> rows = new LinkedHashMap<>();
    long whole = 0;
    if (Files.exists(path)) {
      String text = Files.readString(path);
      int end = text.lastIndexOf('\n') + 1;
      whole = text.substring(0, end).getBytes(UTF_8).length;
      text.substring(0, end)
          .lines()
          .flatMap(line -> StrategyRow.parse(line).stream())
          .forEach(row -> rows.put(row.key(), row));
    }
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    file.truncate(whole).position(whole);
    return new RowJournal(folder, rows, file);
  }

  boolean has(StrategyRow.Key key) {
    return rows.containsKey(key);
  }

  void add(StrategyRow row) throws IOException {
    rows.put(row.key(), row);
    ByteBuffer line = ByteBuffer.wrap((row.toJson() + "\n").getBytes(UTF_8));
    while (line.hasRemaining()) {
      file.write(line);
    }
  }

  /** All rows, in the order in which they were measured. */
  List<StrategyRow> rows() {
    return List.copyOf(rows.values());
  }

  /** Writes {@code rows.csv}. */
  void writeCsv() throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(rows().get(0).csvHead());
    rows.values().forEach(row -> lines.add(row.toCsv()));
    Files.write(folder.resolve(CSV), lines);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
