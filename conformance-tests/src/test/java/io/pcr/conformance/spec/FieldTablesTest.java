package io.pcr.conformance.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.spec.SpecText;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each table of fields in the specification is a class of offsets, in whichever module. */
class FieldTablesTest {
  private static final String LAYOUT = "<!-- layout: ";

  static Stream<String> layouts() throws IOException {
    return SpecText.read().linesAfter(LAYOUT).stream().map(line -> line.replace(" -->", ""));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void fieldTableIsTheLayoutClass(String layout) throws Exception {
    Map<String, Integer> offsets = new TreeMap<>();
    Class<?> constants = Class.forName(layout);
    for (Field field : constants.getFields()) {
      if (field.getName().endsWith("_OFFSET")) {
        offsets.put(field.getName().replaceAll("_OFFSET$", ""), field.getInt(null));
      }
    }
    int end = 0;
    int fields = 0;
    for (List<String> row : SpecText.read().table(LAYOUT + layout)) {
      String name = row.get(2).toUpperCase(Locale.ROOT);
      if (row.get(0).isEmpty()) {
        continue;
      }
      assertEquals(end, Integer.parseInt(row.get(0)), () -> layout + "." + name);
      if (offsets.containsKey(name)) {
        assertEquals(end, offsets.get(name), () -> layout + "." + name);
        fields++;
      } else if (name.isEmpty()) {
        assertEquals(constants.getField("LENGTH").getInt(null), end, layout);
      }
      end += row.get(1).matches("\\d+") ? Integer.parseInt(row.get(1)) : 0;
    }
    assertTrue(fields > 0, layout);
    assertEquals(fields, offsets.size() - unlisted(layout), () -> layout + " " + offsets);
  }

  /** The directory of a restore region is drawn, not listed. */
  private static int unlisted(String layout) {
    return layout.endsWith("RestoreRegionLayout") ? 1 : 0;
  }
}
