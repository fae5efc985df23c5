package io.pcr.tools.dataset;

import io.pcr.tools.terminal.MessageLine;
import io.pcr.tools.terminal.Terminal;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Lines beside a command's answer: each said once, however many parts of the program find it out,
 * and not more than one reads. Thread-safe.
 */
public final class Notices implements Consumer<String> {
  private static final int SHOWN = 20;

  private final Consumer<String> lines;
  private final Set<String> told = new HashSet<>();

  /** Notices on standard error. */
  public Notices(Terminal terminal) {
    this(new MessageLine(terminal));
  }

  /** Notices that go somewhere. */
  public Notices(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public synchronized void accept(String notice) {
    if (told.size() > SHOWN || !told.add(notice)) {
      return;
    }
    lines.accept(told.size() > SHOWN ? "and more" : notice);
  }
}
