package io.pcr.conformance.vectors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of the specification's schemas, each the types of its fields in their order. */
final class Schemas {
  private static final List<String> FILES = List.of("targets", "metadata", "manifest", "restore");
  private static final Pattern TABLE = Pattern.compile("table (\\w+) \\{([^}]*)\\}");
  private static final Pattern FIELD = Pattern.compile("^ *(\\w+):(\\S+);", Pattern.MULTILINE);
  private static final Map<String, Map<String, String>> TABLES = read();

  private Schemas() {}

  private static Map<String, Map<String, String>> read() {
    Path folder = Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("schemas");
    Map<String, Map<String, String>> tables = new LinkedHashMap<>();
    for (String file : FILES) {
      Matcher table;
      try {
        table = TABLE.matcher(Files.readString(folder.resolve(file + ".fbs")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      while (table.find()) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(table.group(2));
        while (field.find()) {
          fields.put(field.group(1), field.group(2));
        }
        tables.put(table.group(1), fields);
      }
    }
    return tables;
  }

  /** Names and types of a table's fields, in the order of the schema. */
  static Map<String, String> fields(String table) {
    return TABLES.get(table);
  }
}
