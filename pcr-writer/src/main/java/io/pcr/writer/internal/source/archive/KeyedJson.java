package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.internal.source.JsonValue;
import java.util.Optional;

/** A JSON object's text with a key as its first member, and without it again. Stateless. */
public final class KeyedJson {
  private static final String BEGIN = "\"" + WebDataset.KEY + "\":\"";

  /** Longer texts are kept, but not looked into. */
  static final int MAX_LENGTH = 1 << 20;

  private KeyedJson() {}

  /** The object that the bytes of a file {@code json} are; empty when they are something else. */
  public static Optional<JsonObject> object(byte[] bytes) {
    return bytes.length > MAX_LENGTH || !RawNames.isUtf8(bytes)
        ? Optional.empty()
        : JsonObject.parse(new String(bytes, UTF_8));
  }

  /** The key that an object holds; empty when it holds none, or no text as one. */
  public static Optional<String> keyOf(JsonObject object) {
    return object.members().get(WebDataset.KEY) instanceof String text && JsonValue.isUnicode(text)
        ? Optional.of(text)
        : Optional.empty();
  }

  /**
   * Whether a tar that is made of a sample names its files otherwise than by its key, so that the
   * key is added to its object.
   *
   * @param name what the names of the sample's files begin with, here
   */
  static boolean isAddedTo(String name, String key) {
    String base = key.substring(key.lastIndexOf('/') + 1);
    return base.indexOf('.') >= 0 || base.indexOf('%') >= 0 || name.equals(key + "%");
  }

  /**
   * The text with a key; nothing else of it changes.
   *
   * @param text an object that has no key yet
   */
  public static String with(String text, String key) {
    int inside = text.indexOf('{') + 1;
    String rest = text.substring(inside);
    String keyed = JsonWriter.compact().beginObject().put(WebDataset.KEY, key).end().toString();
    String member = keyed.substring(1, keyed.length() - 1);
    boolean isEmpty = rest.strip().startsWith("}");
    return text.substring(0, inside) + member + (isEmpty ? "" : ",") + rest;
  }

  /** The text that {@link #with} was given; a text that it did not make stays as it is. */
  static String without(String text, String key) {
    String rest = withoutKey(text);
    return with(rest, key).equals(text) ? rest : text;
  }

  private static String withoutKey(String text) {
    int inside = text.indexOf('{') + 1;
    if (!text.startsWith(BEGIN, inside)) {
      return text;
    }
    int end = inside + BEGIN.length();
    while (end < text.length() && text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    int rest = text.startsWith(",", end + 1) ? end + 2 : end + 1;
    return text.substring(0, inside) + text.substring(Math.min(rest, text.length()));
  }
}
