package io.pcr.writer.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes a {@link JsonObject} of a text, by the letter of RFC 8259. For one text. */
final class JsonParsing {
  /** Deeper texts, and longer numbers, are none of those that are wanted. */
  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder()
          .maxNestingDepth(64)
          .maxNumberLength(1000)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .build();

  /** Names are data of the text: none is kept longer than it. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(CONSTRAINTS)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private static final Pattern ZERO = Pattern.compile("-?[0.]+(?:[eE].*)?");

  private final JsonParser parser;

  private JsonParsing(JsonParser parser) {
    this.parser = parser;
  }

  /** What an array of objects is parsed to. */
  private record Objects(List<JsonObject> list) {}

  static Optional<JsonObject> parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      JsonObject object = new JsonParsing(parser).object();
      return parser.nextToken() == null ? Optional.of(object) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // It is no JSON: nothing can fail where nothing is read from a file.
    }
  }

  static Optional<List<?>> parseList(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        return Optional.empty();
      }
      Object array = new JsonParsing(parser).array();
      return parser.nextToken() == null && array instanceof List<?> list
          ? Optional.of(list)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // As above.
    }
  }

  private JsonObject object() throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    Map<String, List<JsonObject>> lists = new LinkedHashMap<>();
    Set<String> nulls = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      Object value = value(parser.nextToken());
      if (members.containsKey(name) || nulls.remove(name)) {
        members.put(name, JsonObject.OTHER);
        lists.remove(name);
      } else if (value instanceof Objects objects) {
        members.put(name, JsonObject.OTHER);
        lists.put(name, objects.list());
      } else if (value != null) {
        members.put(name, value);
      } else {
        nulls.add(name);
      }
    }
    return new JsonObject(members, lists, nulls);
  }

  /** What {@link JsonObject#members} has, or {@link Objects}; null for null. */
  private Object value(JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> fraction();
      case VALUE_TRUE, VALUE_FALSE -> token == JsonToken.VALUE_TRUE;
      case VALUE_NULL -> null;
      case START_ARRAY -> array();
      case START_OBJECT -> {
        object();
        yield JsonObject.OTHER;
      }
      default -> JsonObject.OTHER;
    };
  }

  // Numbers are made of their texts: behind an integer of more than 64 bits, the parser of Jackson
  // 2.18 gives its value for the next fraction, too.

  private Object integer() throws IOException {
    String text = parser.getText();
    if (text.equals("-0")) {
      return -0.0;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return JsonObject.OTHER; // It has more than 64 bits.
    }
  }

  /** A number that a double comes near: 1e400 would be infinite, and 1e-400 nothing. */
  private Object fraction() throws IOException {
    String text = parser.getText();
    double value = Double.parseDouble(text);
    boolean isNear = Double.isFinite(value) && (value != 0 || ZERO.matcher(text).matches());
    return isNear ? (Object) value : JsonObject.OTHER;
  }

  private Object array() throws IOException {
    List<JsonObject> objects = new ArrayList<>();
    List<Object> elements = new ArrayList<>();
    boolean isOfOneKind = true;
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      if (next == JsonToken.START_OBJECT) {
        objects.add(object());
        isOfOneKind = false;
      } else {
        Object element = value(next);
        isOfOneKind &= isOfKind(element, elements);
        elements.add(element);
      }
    }
    if (isOfOneKind) {
      return Collections.unmodifiableList(elements);
    }
    return elements.isEmpty() ? new Objects(objects) : JsonObject.OTHER;
  }

  /** Whether an element is a scalar, and of the kind of those before it. */
  private static boolean isOfKind(Object element, List<Object> before) {
    Object first = before.isEmpty() ? element : before.get(0);
    if (element instanceof Long || element instanceof Double) {
      return first instanceof Long || first instanceof Double;
    }
    boolean isScalar = element instanceof String || element instanceof Boolean;
    return isScalar && first.getClass() == element.getClass();
  }
}
