package io.pcr.format.internal.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.internal.tables.TableShape.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The verifier's shapes are the schemas' tables. */
class TableShapesTest {
  private static final Pattern TABLE =
      Pattern.compile("table (\\w+) \\{(.*?)\\n\\}", Pattern.DOTALL);
  private static final Pattern FIELD = Pattern.compile("(?m)^  (\\w+):\\s*(\\[?)(\\w+)\\]?;");
  private static final Map<String, Integer> SCALARS =
      Map.of("ubyte", 1, "ushort", 2, "uint", 4, "long", 8, "ulong", 8, "double", 8);

  @Test
  void everyTableOfTheSchemasHasItsShape() throws IOException {
    Path schemas = Path.of(System.getProperty("pcr.root"), "spec", "schemas");
    Map<String, TableShape> found = new LinkedHashMap<>();
    for (String file : List.of("targets.fbs", "metadata.fbs", "restore.fbs", "manifest.fbs")) {
      Matcher table = TABLE.matcher(Files.readString(schemas.resolve(file)));
      while (table.find()) {
        found.put(table.group(1), shape(table.group(1), table.group(2), found));
      }
    }
    assertEquals(List.copyOf(found.values()), TableShapes.ALL);
  }

  private static TableShape shape(String name, String body, Map<String, TableShape> known) {
    List<Field> fields = new ArrayList<>();
    Matcher field = FIELD.matcher(body);
    while (field.find()) {
      fields.add(field(field.group(1), !field.group(2).isEmpty(), field.group(3), known));
    }
    return new TableShape(name, fields);
  }

  private static Field field(
      String name, boolean vector, String type, Map<String, TableShape> known) {
    if (type.equals("string")) {
      return TableShape.string(name);
    }
    Integer scalar = SCALARS.get(type);
    if (scalar != null) {
      return vector ? TableShape.scalars(name, scalar) : TableShape.scalar(name, scalar);
    }
    return vector
        ? TableShape.tables(name, known.get(type))
        : TableShape.table(name, known.get(type));
  }
}
