package io.pcr.conformance.probe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON of which there is one form: members sorted, no white space, numbers integers, strings
 * escaped only where they must be. Of strings, integers, nulls, lists and maps.
 */
final class CanonicalJson {
  private static final String ESCAPED = "\b\t\n\f\r\"\\";
  private static final String ESCAPES = "btnfr\"\\";

  private final StringBuilder out = new StringBuilder();

  private CanonicalJson() {}

  static String of(Object value) {
    CanonicalJson json = new CanonicalJson();
    json.put(value);
    return json.out.toString();
  }

  private void put(Object value) {
    if (value instanceof Map<?, ?> map) {
      TreeMap<String, Object> sorted = new TreeMap<>(CanonicalJson::compare);
      map.forEach((name, member) -> sorted.put((String) name, member));
      String separator = "{";
      for (Map.Entry<String, Object> member : sorted.entrySet()) {
        out.append(separator);
        string(member.getKey());
        out.append(':');
        put(member.getValue());
        separator = ",";
      }
      out.append(sorted.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      out.append('[');
      Iterator<?> elements = list.iterator();
      while (elements.hasNext()) {
        put(elements.next());
        out.append(elements.hasNext() ? "," : "");
      }
      out.append(']');
    } else if (value instanceof String text) {
      string(text);
    } else {
      out.append(value);
    }
  }

  /** The order of code points, which that of chars is not. */
  private static int compare(String name, String other) {
    return Arrays.compareUnsigned(
        name.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int escape = ESCAPED.indexOf(c);
      if (escape >= 0) {
        out.append('\\').append(ESCAPES.charAt(escape));
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
