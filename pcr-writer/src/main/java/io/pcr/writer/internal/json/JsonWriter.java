package io.pcr.writer.internal.json;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes one JSON value, member by member, in the order of the calls. The text is ASCII, so it
 * passes through any terminal, pipe or locale unharmed. Not thread-safe.
 *
 * <p>Calls that would not make JSON (a name outside an object, an end without its beginning) throw
 * {@link IllegalStateException}.
 */
public final class JsonWriter {
  /** More digits than any measure here is worth, few enough to read. */
  private static final int DECIMALS = 6;

  private final StringBuilder text = new StringBuilder();
  private final Deque<Character> open = new ArrayDeque<>();
  private final boolean lines;
  private boolean empty = true;
  private boolean named;

  private JsonWriter(boolean lines) {
    this.lines = lines;
  }

  /** Everything on one line. */
  public static JsonWriter compact() {
    return new JsonWriter(false);
  }

  /** One member or element a line, indented by two spaces. */
  public static JsonWriter indented() {
    return new JsonWriter(true);
  }

  /** Begins an object as the next value. */
  public JsonWriter beginObject() {
    return begin('{', '}');
  }

  /** Begins an object as a member of the open object. */
  public JsonWriter beginObject(String name) {
    return name(name).beginObject();
  }

  /** Begins an array as the next value. */
  public JsonWriter beginArray() {
    return begin('[', ']');
  }

  /** Begins an array as a member of the open object. */
  public JsonWriter beginArray(String name) {
    return name(name).beginArray();
  }

  /** Ends the object or array that was begun last. */
  public JsonWriter end() {
    if (open.isEmpty() || named) {
      throw new IllegalStateException("nothing to end after " + text);
    }
    char closing = open.pop();
    if (!empty) {
      newLine();
    }
    text.append(closing);
    empty = false;
    return this;
  }

  /** A string member. */
  public JsonWriter put(String name, String value) {
    return name(name).value(value);
  }

  /** An integer member. */
  public JsonWriter put(String name, long value) {
    return name(name).value(value);
  }

  /** A member with up to six decimals; what JSON cannot say (infinite, not a number) is null. */
  public JsonWriter put(String name, double value) {
    return name(name).value(value);
  }

  /**
   * A member with all the digits that tell the number from its neighbours.
   *
   * @throws IllegalArgumentException when JSON cannot say it (infinite, not a number)
   */
  public JsonWriter putExact(String name, double value) {
    return name(name).exactValue(value);
  }

  /** A boolean member. */
  public JsonWriter put(String name, boolean value) {
    return name(name).value(value);
  }

  /** A string as the next value; null gives {@code null}. */
  public JsonWriter value(String value) {
    if (value == null) {
      return literal("null");
    }
    beforeValue();
    quote(value);
    return this;
  }

  /** An integer as the next value. */
  public JsonWriter value(long value) {
    return literal(Long.toString(value));
  }

  /** A boolean as the next value. */
  public JsonWriter value(boolean value) {
    return literal(Boolean.toString(value));
  }

  /** A number as the next value, as {@link #putExact} writes it. */
  public JsonWriter exactValue(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON cannot say " + value);
    }
    return literal(Double.toString(value));
  }

  /** A number with up to six decimals as the next value. */
  public JsonWriter value(double value) {
    if (!Double.isFinite(value)) {
      return literal("null");
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    return literal(rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
  }

  /** The value as text. */
  @Override
  public String toString() {
    if (!open.isEmpty() || named || text.isEmpty()) {
      throw new IllegalStateException("not a whole value: " + text);
    }
    return text.toString();
  }

  private JsonWriter begin(char opening, char closing) {
    beforeValue();
    text.append(opening);
    open.push(closing);
    empty = true;
    return this;
  }

  private JsonWriter name(String name) {
    if (open.isEmpty() || open.peek() != '}' || named) {
      throw new IllegalStateException("no place for the name " + name);
    }
    separate();
    quote(name);
    text.append(lines ? ": " : ":");
    named = true;
    return this;
  }

  private JsonWriter literal(String value) {
    beforeValue();
    text.append(value);
    return this;
  }

  private void beforeValue() {
    if (named) {
      named = false;
    } else if (open.isEmpty() ? !text.isEmpty() : open.peek() == '}') {
      throw new IllegalStateException("a value has no place after " + text);
    } else if (!open.isEmpty()) {
      separate();
    }
    empty = false;
  }

  private void separate() {
    if (!empty) {
      text.append(',');
    }
    newLine();
    empty = false;
  }

  private void newLine() {
    if (lines) {
      text.append('\n').append("  ".repeat(open.size()));
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ' || c > '~') {
            text.append(String.format("\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
