package io.pcr.writer.internal.source;

import io.pcr.format.internal.text.KeyPattern;
import io.pcr.writer.source.KeyFilter;
import java.util.List;

/** The keys that a {@link KeyFilter} lets pass. Immutable. */
record WantedKeys(List<KeyPattern> include, List<KeyPattern> exclude) {
  static WantedKeys of(KeyFilter filter) {
    return new WantedKeys(
        filter.include().stream().map(KeyPattern::of).toList(),
        filter.exclude().stream().map(KeyPattern::of).toList());
  }

  /** Whether a file is wanted. */
  boolean contains(String key) {
    return (include.isEmpty() || include.stream().anyMatch(pattern -> pattern.matches(key)))
        && exclude.stream().noneMatch(pattern -> pattern.matches(key));
  }
}
