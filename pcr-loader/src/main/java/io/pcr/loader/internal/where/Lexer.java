package io.pcr.loader.internal.where;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the text of a condition into words and signs. */
final class Lexer {
  private static final int MAX_BYTES = 1 << 20;
  private static final Set<String> WORDS =
      Set.of("and", "or", "not", "in", "true", "false", "True", "False");
  private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n]*+");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*+");
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:[0-9]++(\\.[0-9]*+)?|(\\.[0-9]++))([eE][+-]?[0-9]++)?");
  private static final Pattern SIGN = Pattern.compile("<=|>=|==|!=|[<>()\\[\\],]");

  /** What a token is. */
  enum Type {
    NAME,
    /** One of the words or signs of the language. */
    SIGN,
    CONSTANT,
    END
  }

  /**
   * A word or sign.
   *
   * @param text of a NAME, the name; otherwise as it stands in the condition
   * @param constant of a CONSTANT
   * @param at where it begins, in characters
   */
  record Token(Type type, String text, Operand.Constant constant, int at) {
    boolean is(String sign) {
      return type == Type.SIGN && text.equals(sign);
    }
  }

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  /**
   * The tokens of a condition, with one for its end.
   *
   * @throws IllegalArgumentException when it has anything else
   */
  static List<Token> tokens(String text) {
    try {
      int bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).remaining();
      if (bytes > MAX_BYTES) {
        throw new IllegalArgumentException(
            "the condition has " + bytes + " bytes; it can have " + MAX_BYTES);
      }
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the condition is not a text of Unicode", e);
    }
    return new Lexer(text).all();
  }

  private List<Token> all() {
    take(SPACE);
    while (at < text.length()) {
      one();
      take(SPACE);
    }
    tokens.add(new Token(Type.END, "the end", null, at));
    return tokens;
  }

  private void one() {
    int begin = at;
    char first = text.charAt(at);
    Matcher number = matcher(NUMBER);
    if (first == '`') {
      tokens.add(new Token(Type.NAME, quoted(), null, begin));
    } else if (first == '"' || first == '\'') {
      add(Kind.TEXT, text(first), begin);
    } else if (number.lookingAt()) {
      number(number);
    } else if (take(WORD)) {
      word(text.substring(begin, at), begin);
    } else if (take(SIGN)) {
      tokens.add(new Token(Type.SIGN, text.substring(begin, at), null, begin));
    } else {
      throw wrong("there is a " + Character.toString(text.codePointAt(at)), begin);
    }
  }

  private Matcher matcher(Pattern pattern) {
    return pattern.matcher(text).region(at, text.length());
  }

  private boolean take(Pattern pattern) {
    Matcher matcher = matcher(pattern);
    boolean isThere = matcher.lookingAt();
    at = isThere ? matcher.end() : at;
    return isThere;
  }

  private void add(Kind kind, Object value, int begin) {
    tokens.add(
        new Token(
            Type.CONSTANT, text.substring(begin, at), new Operand.Constant(kind, value), begin));
  }

  private void word(String word, int begin) {
    switch (word) {
      case "true", "True" -> add(Kind.TRUTH, true, begin);
      case "false", "False" -> add(Kind.TRUTH, false, begin);
      default ->
          tokens.add(new Token(WORDS.contains(word) ? Type.SIGN : Type.NAME, word, null, begin));
    }
  }

  private void number(Matcher found) {
    int begin = at;
    at = found.end();
    if (at < text.length() && isOfWord(text.charAt(at))) {
      throw wrong("this is no number", begin);
    }
    boolean isFloat = found.group(1) != null || found.group(2) != null || found.group(3) != null;
    try {
      Object value = isFloat ? (Object) finite(found.group()) : Long.valueOf(found.group());
      add(Kind.NUMBER, value, begin);
    } catch (NumberFormatException e) {
      throw wrong("the number " + found.group() + " is too large", begin);
    }
  }

  private static boolean isOfWord(char next) {
    return next == '.' || next == '_' || (next < 128 && Character.isLetterOrDigit(next));
  }

  private static Double finite(String number) {
    double value = Double.parseDouble(number);
    if (Double.isInfinite(value)) {
      throw new NumberFormatException();
    }
    return value;
  }

  private String quoted() {
    int end = text.indexOf('`', at + 1);
    if (end < 0) {
      throw wrong("a name does not end", at);
    }
    String name = text.substring(at + 1, end);
    at = end + 1;
    return name;
  }

  private String text(char quote) {
    int begin = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char next = text.charAt(at++);
      if (next == '\\') {
        next = at < text.length() ? text.charAt(at++) : ' ';
        if (next != '\\' && next != '"' && next != '\'') {
          throw wrong("a backslash stands before neither a quote nor a backslash", at - 2);
        }
      }
      value.append(next);
    }
    if (at++ >= text.length()) {
      throw wrong("a text does not end", begin);
    }
    return value.toString();
  }

  private static IllegalArgumentException wrong(String what, int at) {
    return ConditionParser.wrong(what, at);
  }
}
