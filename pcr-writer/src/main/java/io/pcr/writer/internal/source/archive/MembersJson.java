package io.pcr.writer.internal.source.archive;

import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The one text that is made of members where none is kept: compact, the key first, then the members
 * by name. A text that came in and is this one need not be kept. Stateless.
 */
public final class MembersJson {
  private MembersJson() {}

  /**
   * The text of an object.
   *
   * @param key the member that holds the sample's key, if one has to
   * @param members as {@link JsonObject#members} has them, but none that is OTHER
   */
  public static String of(Optional<String> key, Map<String, Object> members) {
    JsonWriter json = JsonWriter.compact().beginObject();
    key.ifPresent(text -> json.put(WebDataset.KEY, text));
    new TreeMap<>(members).forEach((name, value) -> put(json, name, value));
    return json.end().toString();
  }

  private static void put(JsonWriter json, String name, Object value) {
    if (value instanceof Long number) {
      json.put(name, number);
    } else if (value instanceof Double number) {
      json.putExact(name, number);
    } else if (value instanceof Boolean bool) {
      json.put(name, bool);
    } else if (value instanceof List<?> list) {
      json.beginArray(name);
      list.forEach(element -> put(json, element));
      json.end();
    } else {
      json.put(name, (String) value);
    }
  }

  private static void put(JsonWriter json, Object element) {
    if (element instanceof Long number) {
      json.value(number);
    } else if (element instanceof Double number) {
      json.exactValue(number);
    } else if (element instanceof Boolean bool) {
      json.value(bool);
    } else {
      json.value((String) element);
    }
  }

  /**
   * Whether a sample's text would be made of its members again.
   *
   * @param name what the names of the sample's files begin with
   */
  static boolean makes(String text, JsonObject object, String name) {
    Optional<String> key = KeyedJson.keyOf(object).filter(held -> KeyedJson.isAddedTo(name, held));
    Map<String, Object> members =
        key.isPresent() ? object.without(WebDataset.KEY).members() : object.members();
    boolean isSaid = members.entrySet().stream().allMatch(MembersJson::isMember);
    boolean isEmpty = members.isEmpty() && key.isEmpty();
    return isSaid && !isEmpty && of(key, members).equals(text);
  }

  /** Whether a column of that name and type goes into the object, and not into a file beside it. */
  private static boolean isMember(Map.Entry<String, Object> member) {
    String name = member.getKey();
    boolean isFile =
        member.getValue() instanceof String
            && (WebDataset.isText(name) || name.equals(WebDataset.LABEL));
    return member.getValue() != JsonObject.OTHER && !isFile && !name.equals(WebDataset.KEY);
  }
}
