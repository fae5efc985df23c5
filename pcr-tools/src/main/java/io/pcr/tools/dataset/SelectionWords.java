package io.pcr.tools.dataset;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.output.KeySelection;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.List;

/** What the command line says about the patterns of {@code --only} that matched no key. */
public final class SelectionWords {
  private SelectionWords() {}

  /**
   * Rejects a selection of nothing, once all keys were met.
   *
   * @throws UsageException when no pattern matched a key
   */
  public static void requireSome(KeySelection selection) {
    if (selection.isInVain()) {
      throw new UsageException(String.join("; ", complaints(selection)));
    }
  }

  /**
   * The exit status of a command that gave out what was chosen; reports patterns that matched no
   * key, which was perhaps among the samples that failed.
   */
  public static int status(KeySelection selection, long failed, Terminal terminal) {
    complaints(selection).forEach(line -> terminal.err().println("pcr: " + line));
    terminal.err().flush();
    if (failed > 0) {
      return ExitCode.FOUND;
    }
    return selection.unmatched().isEmpty() ? ExitCode.OK : ExitCode.USAGE;
  }

  /** Adds the patterns that matched no key. */
  public static JsonWriter putUnmatched(JsonWriter json, KeySelection selection) {
    json.beginArray("unmatched");
    selection.unmatched().forEach(json::value);
    return json.end();
  }

  /** What was looked for in vain, and what there is; one line for each such pattern. */
  private static List<String> complaints(KeySelection selection) {
    String there =
        selection
            .example()
            .map(key -> " of " + Units.count(selection.met()) + ", such as " + Printable.line(key))
            .orElse(", because no key could be read");
    return selection.unmatched().stream()
        .map(glob -> "--only '" + Printable.line(glob) + "' matches no key" + there)
        .toList();
  }
}
