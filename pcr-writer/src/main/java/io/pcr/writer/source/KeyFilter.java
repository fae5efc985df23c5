package io.pcr.writer.source;

import io.pcr.format.text.KeyPattern;
import java.util.List;

/**
 * Which files of a folder are wanted. Immutable.
 *
 * @param include only keys that one of these matches; empty for all
 * @param exclude and none that one of these matches
 */
public record KeyFilter(List<KeyPattern> include, List<KeyPattern> exclude) {
  /** All files. */
  public static final KeyFilter ALL = new KeyFilter(List.of(), List.of());

  public KeyFilter {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  /** Whether a file is wanted. */
  boolean takes(String key) {
    return (include.isEmpty() || include.stream().anyMatch(pattern -> pattern.matches(key)))
        && exclude.stream().noneMatch(pattern -> pattern.matches(key));
  }
}
