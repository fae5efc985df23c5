package io.pcr.writer.source;

import java.util.List;

/**
 * Which files of a folder are wanted. In a pattern, {@code *} is any characters but '/', {@code **}
 * any at all, {@code ?} one but '/'; the whole key has to match. Immutable.
 *
 * @param include patterns; only keys that one of them matches are wanted; empty for all
 * @param exclude patterns; keys that one of them matches are not wanted
 */
public record KeyFilter(List<String> include, List<String> exclude) {
  /** All files. */
  public static final KeyFilter ALL = new KeyFilter(List.of(), List.of());

  public KeyFilter {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }
}
