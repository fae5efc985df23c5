package io.pcr.writer.source;

import java.util.List;

/**
 * Which files of a folder are wanted. In a pattern, {@code *} matches any characters except '/',
 * {@code **} any characters, and {@code ?} one character except '/'. The pattern must match the
 * complete key. Immutable.
 *
 * @param include patterns of keys that are wanted; if there are none, all keys are wanted
 * @param exclude patterns of keys that are not wanted
 */
public record KeyFilter(List<String> include, List<String> exclude) {
  /** All files. */
  public static final KeyFilter ALL = new KeyFilter(List.of(), List.of());

  public KeyFilter {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }
}
