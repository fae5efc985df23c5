package io.pcr.format.internal.text;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Keys that look alike: {@code *} is any characters but '/', {@code **} any at all, {@code ?} one
 * but '/'. The whole key has to match. Immutable.
 */
public final class KeyPattern {
  private final String text;
  private final Pattern pattern;

  private KeyPattern(String text, Pattern pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  /** The keys that a pattern describes. */
  public static KeyPattern of(String text) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '*' && text.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^/]*");
      } else if (c == '?') {
        regex.append("[^/]");
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return new KeyPattern(text, Pattern.compile(regex.toString(), Pattern.DOTALL));
  }

  /** Whether it describes this key. */
  public boolean matches(String key) {
    return pattern.matcher(key).matches();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyPattern pattern && text.equals(pattern.text);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(text);
  }

  /** As it was given. */
  @Override
  public String toString() {
    return text;
  }
}
