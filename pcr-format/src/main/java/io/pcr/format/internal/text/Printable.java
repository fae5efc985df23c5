package io.pcr.format.internal.text;

/**
 * Text from a file made safe to print: one line, and nothing in it that a terminal would obey. Keys
 * and class names are data, and can hold escape sequences.
 */
public final class Printable {
  private static final char ELLIPSIS = '…';

  private Printable() {}

  /** {@code text} with control, format and lone surrogate characters as {@code \}{@code u001b}. */
  public static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (Character.getType(c)) {
                case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    line.append(String.format(c > 0xffff ? "\\u{%x}" : "\\u%04x", c));
                default -> line.appendCodePoint(c);
              }
            });
    return line.toString();
  }

  /** At most {@code columns} characters of {@code text}; what was cut is shown by an ellipsis. */
  public static String cut(String text, int columns) {
    int length = text.codePointCount(0, text.length());
    if (length <= columns) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, Math.max(0, columns - 1))) + ELLIPSIS;
  }

  /** How many characters a text has: the columns that most of them take. */
  public static int columns(String text) {
    return text.codePointCount(0, text.length());
  }
}
