package io.pcr.format.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one {@link JsonObject}, once. Not thread-safe. */
final class JsonParser {
  /** Deeper texts are none of those that are wanted, and would take the stack. */
  private static final int MAX_DEPTH = 64;

  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final int MAX_NUMBER_LENGTH = 1000;
  private static final int HEX = 16;
  private static final int UNICODE_DIGITS = 4;
  private static final Object NULL = new Object();

  private final String text;
  private int at;

  /** What an array of objects is parsed to. */
  private record Objects(List<JsonObject> list) {}

  /** Leaves the parser, which keeps no trace of why: a text is an object or it is not. */
  private static final class NotJson extends Exception {
    private static final long serialVersionUID = 1L;

    NotJson() {
      super(null, null, false, false);
    }
  }

  JsonParser(String text) {
    this.text = text;
  }

  Optional<JsonObject> parse() {
    try {
      skipSpace();
      JsonObject object = object(0);
      skipSpace();
      return at == text.length() ? Optional.of(object) : Optional.empty();
    } catch (NotJson e) {
      return Optional.empty();
    }
  }

  private JsonObject object(int depth) throws NotJson {
    Map<String, Object> members = new LinkedHashMap<>();
    Map<String, List<JsonObject>> lists = new LinkedHashMap<>();
    expect('{');
    skipSpace();
    if (take('}')) {
      return new JsonObject(members, lists);
    }
    do {
      skipSpace();
      String name = string();
      skipSpace();
      expect(':');
      Object value = value(depth + 1);
      if (members.containsKey(name)) {
        members.put(name, JsonObject.OTHER);
        lists.remove(name);
      } else if (value instanceof Objects objects) {
        members.put(name, JsonObject.OTHER);
        lists.put(name, objects.list());
      } else if (value instanceof JsonObject) {
        members.put(name, JsonObject.OTHER);
      } else if (value != NULL) {
        members.put(name, value);
      }
      skipSpace();
    } while (take(','));
    expect('}');
    return new JsonObject(members, lists);
  }

  /** Gives {@link Objects} when it holds objects and nothing else. */
  private Object array(int depth) throws NotJson {
    expect('[');
    skipSpace();
    if (take(']')) {
      return JsonObject.OTHER;
    }
    List<JsonObject> objects = new ArrayList<>();
    boolean others = false;
    do {
      if (value(depth + 1) instanceof JsonObject object) {
        objects.add(object);
      } else {
        others = true;
      }
      skipSpace();
    } while (take(','));
    expect(']');
    return others ? JsonObject.OTHER : new Objects(List.copyOf(objects));
  }

  private Object value(int depth) throws NotJson {
    if (depth > MAX_DEPTH) {
      throw new NotJson();
    }
    skipSpace();
    char c = peek();
    return switch (c) {
      case '"' -> string();
      case '{' -> object(depth);
      case '[' -> array(depth);
      case 't' -> literal("true", JsonObject.OTHER);
      case 'f' -> literal("false", JsonObject.OTHER);
      case 'n' -> literal("null", NULL);
      default -> number();
    };
  }

  private Object literal(String word, Object value) throws NotJson {
    if (!text.startsWith(word, at)) {
      throw new NotJson();
    }
    at += word.length();
    return value;
  }

  private Object number() throws NotJson {
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt() || matcher.end() - at > MAX_NUMBER_LENGTH) {
      throw new NotJson();
    }
    at = matcher.end();
    String number = matcher.group();
    boolean isInteger = matcher.group(1) == null && matcher.group(2) == null;
    try {
      if (isInteger && !number.equals("-0")) {
        return Long.parseLong(number);
      }
    } catch (NumberFormatException e) {
      return JsonObject.OTHER;
    }
    double value = Double.parseDouble(number);
    return Double.isFinite(value) ? (Object) value : JsonObject.OTHER;
  }

  private String string() throws NotJson {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (!take('"')) {
      char c = peek();
      at++;
      if (c < ' ') {
        throw new NotJson();
      }
      value.append(c == '\\' ? escaped() : c);
    }
    return value.toString();
  }

  private char escaped() throws NotJson {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw new NotJson();
    };
  }

  private char unicode() throws NotJson {
    int code = 0;
    for (int i = 0; i < UNICODE_DIGITS; i++) {
      int digit = Character.digit(peek(), HEX);
      if (digit < 0 || peek() > 'f') {
        throw new NotJson();
      }
      code = code * HEX + digit;
      at++;
    }
    return (char) code;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() throws NotJson {
    if (at >= text.length()) {
      throw new NotJson();
    }
    return text.charAt(at);
  }

  private boolean take(char wanted) {
    boolean isThere = at < text.length() && text.charAt(at) == wanted;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void expect(char wanted) throws NotJson {
    if (!take(wanted)) {
      throw new NotJson();
    }
  }
}
