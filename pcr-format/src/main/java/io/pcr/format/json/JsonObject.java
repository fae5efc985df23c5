package io.pcr.format.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON object, as deep as its members: text, numbers, and what is neither. Immutable and
 * thread-safe.
 */
public final class JsonObject {
  /** A member that is no text and no number: true, false, an array, an object. */
  public static final Object OTHER = new Object();

  private final Map<String, Object> members;

  JsonObject(Map<String, Object> members) {
    this.members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /**
   * Parses a text that holds one object, by the letter of RFC 8259.
   *
   * @return empty when it is anything else
   */
  public static Optional<JsonObject> parse(String text) {
    return new JsonParser(text).parse();
  }

  /**
   * The members but those that are null, in their order. A value is a String, a Long, a Double, or
   * {@link #OTHER}, also where a number is out of the range of both, and where a name stands twice.
   */
  public Map<String, Object> members() {
    return members;
  }

  /** This object without a member. */
  public JsonObject without(String name) {
    Map<String, Object> rest = new LinkedHashMap<>(members);
    rest.remove(name);
    return new JsonObject(rest);
  }

  @Override
  public String toString() {
    return members.toString();
  }
}
