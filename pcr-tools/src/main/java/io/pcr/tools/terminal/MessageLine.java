package io.pcr.tools.terminal;

import io.pcr.format.internal.text.Printable;
import java.util.function.Consumer;

/**
 * Where the messages of a command go: to standard error, and while a line of progress stands there,
 * above it. Thread-safe.
 */
public final class MessageLine implements Consumer<String> {
  private final Terminal terminal;
  private volatile Consumer<String> lines;

  public MessageLine(Terminal terminal) {
    this.terminal = terminal;
    lines = terminal.err()::println;
  }

  /** From here on, messages stand above a line of progress. */
  public void above(Progress progress) {
    lines = progress::message;
  }

  /** The line of progress is gone. */
  public void alone() {
    lines = terminal.err()::println;
  }

  @Override
  public void accept(String message) {
    lines.accept("pcr: " + Printable.line(message));
  }
}
