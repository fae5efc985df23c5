package io.pcr.writer.internal.json;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JSON object: its members that are text, numbers, true or false, or arrays of one of these or of
 * objects, and that there are others. Immutable and thread-safe.
 */
public final class JsonObject {
  /** A member that is none of the kinds that are looked into, such as an object. */
  public static final Object OTHER = new Object();

  private final Map<String, Object> members;
  private final Map<String, List<JsonObject>> lists;
  private final Set<String> nulls;

  /**
   * @param lists of the members that are {@link #OTHER}, those that are arrays of objects
   * @param nulls the names of the members that are null
   */
  JsonObject(Map<String, Object> members, Map<String, List<JsonObject>> lists, Set<String> nulls) {
    this.members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    this.lists = Map.copyOf(lists);
    this.nulls = Set.copyOf(nulls);
  }

  /**
   * Parses a text that holds one object, by the letter of RFC 8259.
   *
   * @return empty when it is anything else
   */
  public static Optional<JsonObject> parse(String text) {
    return JsonParsing.parse(text);
  }

  /**
   * Parses a text that holds one array whose elements are of one kind, as {@link #members} has it.
   *
   * @return empty when it is anything else
   */
  public static Optional<List<?>> parseList(String text) {
    return JsonParsing.parseList(text);
  }

  /**
   * The members but those that are null, in their order. A value is a String, a Long, a Double, a
   * Boolean, or a list of texts, of numbers or of Booleans, which may be empty. It is {@link
   * #OTHER} where it is none of these, where a number is out of the range of Long and Double, and
   * where a name stands twice.
   */
  public Map<String, Object> members() {
    return members;
  }

  /** Whether there is a member of this name, and it is null. */
  public boolean isNull(String name) {
    return nulls.contains(name);
  }

  /** The objects of a member that is an array of objects; empty when it is anything else. */
  public List<JsonObject> objects(String name) {
    return lists.getOrDefault(name, List.of());
  }

  /** This object without a member. */
  public JsonObject without(String name) {
    Map<String, Object> rest = new LinkedHashMap<>(members);
    rest.remove(name);
    Map<String, List<JsonObject>> restOfLists = new LinkedHashMap<>(lists);
    restOfLists.remove(name);
    Set<String> restOfNulls = new HashSet<>(nulls);
    restOfNulls.remove(name);
    return new JsonObject(rest, restOfLists, restOfNulls);
  }

  @Override
  public String toString() {
    return members.toString();
  }
}
