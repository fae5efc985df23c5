package io.pcr.writer.internal.source.archive;

import io.pcr.writer.internal.json.JsonWriter;

/** A JSON object's text with a key as its first member, and without it again. Stateless. */
public final class KeyedJson {
  private static final String BEGIN = "\"" + WebDataset.KEY + "\":\"";

  private KeyedJson() {}

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
  static String without(String text) {
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
