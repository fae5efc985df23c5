package io.pcr.reader.http;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code Content-Range}: {@code bytes first-last/total}, or, unsatisfied, with {@code *}
 * in place of the range.
 *
 * @param first first byte, or -1 for an unsatisfied range
 * @param last last byte, inclusive, or -1 for an unsatisfied range
 * @param total length of the whole object, or -1 when the server does not tell
 */
record ContentRange(long first, long last, long total) {
  static final long UNKNOWN = -1;

  // 18 digits cannot overflow a long; an object of 10^18 bytes is no object.
  private static final Pattern SYNTAX =
      Pattern.compile("bytes\\s+(?:(\\d{1,18})-(\\d{1,18})|\\*)/(?:(\\d{1,18})|\\*)");

  static Optional<ContentRange> parse(String header) {
    Matcher matcher = SYNTAX.matcher(header.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    ContentRange range =
        new ContentRange(number(matcher, 1), number(matcher, 2), number(matcher, 3));
    boolean ordered = range.first <= range.last;
    boolean inside = range.total == UNKNOWN || range.last < range.total;
    return ordered && inside ? Optional.of(range) : Optional.empty();
  }

  private static long number(Matcher matcher, int group) {
    return matcher.group(group) == null ? UNKNOWN : Long.parseLong(matcher.group(group));
  }

  boolean isUnsatisfied() {
    return first == UNKNOWN;
  }

  long length() {
    return last - first + 1;
  }
}
