package io.pcr.tools.restore;

import io.pcr.format.json.JsonWriter;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Printable;
import io.pcr.tools.terminal.Terminal;
import io.pcr.tools.terminal.Units;
import io.pcr.writer.source.KeyPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * The keys that {@code --only} chooses: {@code *} is any characters but '/', {@code **} any at all,
 * {@code ?} one but '/'. No pattern chooses everything. Remembers which patterns chose something:
 * one that did not is a slip of the keyboard, and must not look like success. Thread-safe.
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
  private List<String> unmatched() {
    return globs.stream().filter(glob -> !glob.hasMatched).map(glob -> glob.text).toList();
  }

  /** Whether there are patterns, and none of them matched a key so far. */
  private boolean isEmpty() {
    return !globs.isEmpty() && globs.stream().noneMatch(glob -> glob.hasMatched);
  }

  /**
   * Refuses a selection of nothing, once all keys were met.
   *
   * @throws UsageException when no pattern matched a key
   */
  public void requireSome() {
    if (isEmpty()) {
      throw new UsageException(String.join("; ", complaints()));
    }
  }

  /**
   * The exit status of a command that gave out what was chosen; tells of patterns that matched no
   * key, which was perhaps among the samples that failed.
   */
  public int status(long failed, Terminal terminal) {
    complaints().forEach(line -> terminal.err().println("pcr: " + line));
    terminal.err().flush();
    if (failed > 0) {
      return ExitCode.FOUND;
    }
    return unmatched().isEmpty() ? ExitCode.OK : ExitCode.USAGE;
  }

  /** Adds the patterns that matched no key. */
  public JsonWriter putUnmatched(JsonWriter json) {
    json.beginArray("unmatched");
    unmatched().forEach(json::value);
    return json.end();
  }

  /** What was looked for in vain, and what there is; one line for each such pattern. */
  private List<String> complaints() {
    List<String> lines = new ArrayList<>();
    for (String glob : unmatched()) {
      String key = first.get();
      lines.add(
          "--only '"
              + Printable.line(glob)
              + "' matches no key"
              + (key == null
                  ? ", there is none to be read"
                  : " of " + Units.count(met.sum()) + ", such as " + Printable.line(key)));
    }
    return lines;
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
