package io.pcr.conformance.vectors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pcr.conformance.vectors.Vector.Call;
import io.pcr.format.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads MANIFEST.json of the vectors. */
final class VectorList {
  static final Path MANIFEST = Vector.FOLDER.resolve("MANIFEST.json");

  private VectorList() {}

  /** All vectors, in the order of the list. */
  static List<Vector> read() throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(MANIFEST.toFile())) {
      parser.nextToken();
      List<Vector> vectors = new ArrayList<>();
      for (Object entry : (List<?>) value(parser)) {
        vectors.add(vector((Map<?, ?>) entry));
      }
      return vectors;
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<Object> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(parser));
      }
      return elements;
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Object> members = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, value(parser));
      }
      return members;
    }
    return parser.getText();
  }

  private static List<String> texts(Object list) {
    return ((List<?>) list).stream().map(String.class::cast).toList();
  }

  private static Vector vector(Map<?, ?> entry) {
    List<Call> calls = new ArrayList<>();
    for (Object stated : (List<?>) entry.get("expect")) {
      Map<?, ?> call = (Map<?, ?>) stated;
      calls.add(
          new Call(
              texts(call.get("call")),
              Integer.parseInt((String) call.get("exit")),
              Optional.ofNullable((String) call.get("error")).map(ErrorCode::valueOf),
              Optional.ofNullable((String) call.get("dump"))));
    }
    return new Vector(
        (String) entry.get("file"),
        (String) entry.get("sha256"),
        (String) entry.get("about"),
        texts(entry.get("requirements")),
        calls);
  }
}
