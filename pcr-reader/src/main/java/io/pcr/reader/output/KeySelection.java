package io.pcr.reader.output;

import io.pcr.format.internal.text.KeyPattern;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Chooses samples by patterns of their keys: {@code *} is any characters but '/', {@code **} any at
 * all, {@code ?} one but '/'. No pattern chooses everything. Remembers which patterns chose
 * something: one that did not is most likely mistyped, and a caller can say so. Thread-safe.
 */
public final class KeySelection implements Predicate<String> {
  private final List<Glob> globs;
  private final LongAdder met = new LongAdder();
  private final AtomicReference<String> first = new AtomicReference<>();

  private KeySelection(List<Glob> globs) {
    this.globs = globs;
  }

  /** Chooses keys that one of the globs matches. */
  public static KeySelection of(List<String> globs) {
    return new KeySelection(globs.stream().map(Glob::new).toList());
  }

  /** The same patterns, which have matched nothing yet. */
  public KeySelection again() {
    return of(globs.stream().map(glob -> glob.text).toList());
  }

  /** Whether every key is chosen, without a look at it. */
  public boolean isEverything() {
    return globs.isEmpty();
  }

  @Override
  public boolean test(String key) {
    if (globs.isEmpty()) {
      return true;
    }
    met.increment();
    first.compareAndSet(null, key);
    boolean isChosen = false;
    for (Glob glob : globs) {
      // Once it has matched, what is left to know of it is whether this key is chosen.
      if (!(isChosen && glob.hasMatched)) {
        isChosen |= glob.matches(key);
      }
    }
    return isChosen;
  }

  /** The patterns that matched none of the keys so far, as they were given. */
  public List<String> unmatched() {
    return globs.stream().filter(glob -> !glob.hasMatched).map(glob -> glob.text).toList();
  }

  /** Whether there are patterns, and none of them matched a key so far. */
  public boolean isInVain() {
    return !globs.isEmpty() && globs.stream().noneMatch(glob -> glob.hasMatched);
  }

  /** How many keys the patterns were compared with. */
  public long met() {
    return met.sum();
  }

  /** The first of the keys that the patterns were compared with. */
  public Optional<String> example() {
    return Optional.ofNullable(first.get());
  }

  private static final class Glob {
    private final String text;
    private final KeyPattern pattern;
    private volatile boolean hasMatched;

    Glob(String text) {
      this.text = text;
      this.pattern = KeyPattern.of(text);
    }

    boolean matches(String key) {
      boolean matches = pattern.matches(key);
      if (matches && !hasMatched) {
        hasMatched = true;
      }
      return matches;
    }
  }
}
