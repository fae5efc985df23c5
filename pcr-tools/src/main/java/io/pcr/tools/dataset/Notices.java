package io.pcr.tools.dataset;

import io.pcr.format.internal.text.Printable;
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

  /**
   * Notices that go somewhere.
   *
   * @param lines takes each line, which is safe to print
   */
  public Notices(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public synchronized void accept(String notice) {
    if (told.size() > SHOWN || !told.add(notice)) {
      return;
    }
    lines.accept("pcr: " + (told.size() > SHOWN ? "and more" : Printable.line(notice)));
  }
}
