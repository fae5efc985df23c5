package io.pcr.loader.vectors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Vectors of spec/loader.md: an array of calls, each with what it gives, one in a line. */
final class VectorList {
  private final List<Map<String, Object>> vectors = new ArrayList<>();

  /** Adds a call: names and values of its members alternate. */
  void add(String kind, String about, Object gives, Object... members) {
    Map<String, Object> vector = new LinkedHashMap<>();
    vector.put("kind", kind);
    vector.put("about", about);
    for (int i = 0; i < members.length; i += 2) {
      vector.put((String) members[i], members[i + 1]);
    }
    vector.put("gives", gives);
    add(vector);
  }

  void add(Map<String, Object> vector) {
    vectors.add(vector);
  }

  String text() throws IOException {
    StringBuilder lines = new StringBuilder("[");
    for (Map<String, Object> vector : vectors) {
      lines.append(lines.length() == 1 ? "\n" : ",\n").append(json(vector));
    }
    return lines.append("\n]\n").toString();
  }

  private static String json(Object value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      write(json, value);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        json.writeFieldName(member.getKey().toString());
        write(json, member.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Boolean is) {
      json.writeBoolean(is);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else {
      json.writeString(value.toString());
    }
  }
}
