package io.pcr.format.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The specification's text, and the tables and listings in it. */
public final class SpecText {
  private final List<String> lines;

  private SpecText(List<String> lines) {
    this.lines = lines;
  }

  public static SpecText read() throws IOException {
    Path spec = Path.of(System.getProperty("pcr.root"), "spec", "pcr-format.md");
    return new SpecText(Files.readAllLines(spec));
  }

  /** The lines that begin with a prefix, without it. */
  public List<String> linesAfter(String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  /** The rows of the first table behind a line that begins with {@code mark}, trimmed. */
  public List<List<String>> table(String mark) {
    int at = indexOf(mark);
    while (!lines.get(at).startsWith("|")) {
      at++;
    }
    // Two lines of heading.
    at += 2;
    List<List<String>> rows = new ArrayList<>();
    while (at < lines.size() && lines.get(at).startsWith("|")) {
      String row = lines.get(at++);
      String[] cells = row.substring(1, row.lastIndexOf('|')).split("\\|", -1);
      rows.add(Arrays.stream(cells).map(cell -> cell.replace("`", "").trim()).toList());
    }
    return rows;
  }

  /** The lines of the first listing behind a line that begins with {@code mark}. */
  public List<String> listing(String mark) {
    int from = indexOf(mark);
    while (!lines.get(from).startsWith("```")) {
      from++;
    }
    int to = from + 1;
    while (!lines.get(to).startsWith("```")) {
      to++;
    }
    return lines.subList(from + 1, to);
  }

  private int indexOf(String mark) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(mark)) {
        return i;
      }
    }
    throw new AssertionError("the specification has no line that begins with " + mark);
  }
}
