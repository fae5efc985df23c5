package io.pcr.writer.source;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What was found of a source, each with its number and a few examples. Immutable. */
public final class Findings {
  /** Nothing was found. */
  public static final Findings NONE = new Findings(Map.of());

  /** Enough to see what is meant. */
  static final int MAX_EXAMPLES = 4;

  /**
   * How often, and the first few different examples in order of text.
   *
   * @param count from 0
   * @param examples at most four; names as people read them
   */
  public record Found(long count, List<String> examples) {
    private static final Found NOTHING = new Found(0, List.of());

    public Found {
      examples = List.copyOf(examples);
    }
  }

  private final Map<Finding, Found> found;

  private Findings(Map<Finding, Found> found) {
    this.found = Collections.unmodifiableMap(found);
  }

  /** What was found of a kind; zero when it was not looked for. */
  public Found of(Finding finding) {
    return found.getOrDefault(finding, Found.NOTHING);
  }

  /** Everything that was found, in the order of {@link Finding}. */
  public Map<Finding, Found> all() {
    return found;
  }

  /** These and one more. */
  public Findings with(Finding finding, Found more) {
    Map<Finding, Found> all = new EnumMap<>(Finding.class);
    all.putAll(found);
    if (more.count() > 0) {
      all.put(finding, more);
    }
    return new Findings(all);
  }

  @Override
  public String toString() {
    return found.toString();
  }

  /** Gathers findings, in any order. Not thread-safe. */
  public static final class Gathering {
    private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);
    private final Map<Finding, TreeSet<String>> examples = new EnumMap<>(Finding.class);

    /** Counts one more. */
    public void add(Finding finding, String example) {
      counts.merge(finding, 1L, Long::sum);
      TreeSet<String> first = examples.computeIfAbsent(finding, none -> new TreeSet<>());
      first.add(example);
      if (first.size() > MAX_EXAMPLES) {
        first.pollLast();
      }
    }

    /** All that was gathered. */
    public Findings findings() {
      Findings all = NONE;
      for (Map.Entry<Finding, Long> count : counts.entrySet()) {
        List<String> first = List.copyOf(examples.get(count.getKey()));
        all = all.with(count.getKey(), new Found(count.getValue(), first));
      }
      return all;
    }
  }
}
