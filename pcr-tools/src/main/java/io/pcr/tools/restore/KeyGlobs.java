package io.pcr.tools.restore;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Patterns over keys: {@code *} is any characters but '/', {@code **} any at all, {@code ?} one but
 * '/'. No pattern matches everything. Immutable and thread-safe.
 */
public final class KeyGlobs implements Predicate<String> {
  private final List<Pattern> patterns;

  private KeyGlobs(List<Pattern> patterns) {
    this.patterns = patterns;
  }

  /** Matches keys that one of the globs matches. */
  public static KeyGlobs of(List<String> globs) {
    return new KeyGlobs(globs.stream().map(KeyGlobs::pattern).toList());
  }

  private static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '*' && glob.startsWith("**", i)) {
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
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  @Override
  public boolean test(String key) {
    return patterns.isEmpty()
        || patterns.stream().anyMatch(pattern -> pattern.matcher(key).matches());
  }
}
