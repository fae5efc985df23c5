package io.pcr.tools.tune;

import io.pcr.format.internal.text.Printable;
import io.pcr.tools.terminal.Terminal;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What every study is asked with.
 *
 * @param source what the user named: images, or a dataset
 * @param work where files that are measured and then removed go
 * @param budget the time that it may take
 * @param seed of everything that is chosen at random
 * @param json whether the answer is for programs
 */
public record StudyRequest(
    String source, Path work, Duration budget, long seed, boolean json, Terminal terminal) {
  /** Says on standard error what happens. */
  void say(String text) {
    terminal.err().println("pcr: " + Printable.line(text));
    terminal.err().flush();
  }
}
