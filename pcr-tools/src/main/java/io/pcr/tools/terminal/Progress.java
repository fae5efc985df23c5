package io.pcr.tools.terminal;

import io.pcr.format.internal.text.Printable;
import io.pcr.reader.work.ProgressListener;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Tells how far a command is: one line on standard error, redrawn in place, and only when that is a
 * terminal; otherwise silent. Messages go through {@link #message} so that they stand on lines of
 * their own.
 *
 * <p>Thread-safe: workers count, and whichever comes by when a tenth of a second has passed redraws
 * without making the others wait. Close it before printing the answer.
 */
public final class Progress implements AutoCloseable, ProgressListener {
  private static final long REDRAW_NANOS = 100_000_000;

  /** Before this an ETA is a guess from the first few images. */
  private static final long ETA_AFTER_NANOS = 1_000_000_000;

  private final Terminal terminal;
  private final String label;
  private final String unit;
  private final long total;
  private final long bytesTotal;
  private final LongSupplier nanoTime;
  private final long begun;

  private final LongAdder done = new LongAdder();
  private final LongAdder bytesIn = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private final LongAdder resumedItems = new LongAdder();
  private final LongAdder resumedBytes = new LongAdder();

  private final ReentrantLock drawing = new ReentrantLock();
  private volatile long nextDraw;
  private int drawn;
  private boolean closed;

  /**
   * Work of known extent.
   *
   * @param label the work, one word: {@code convert}
   * @param unit singular of what is counted: {@code image}
   * @param total how many there are; negative when unknown
   * @param bytesTotal how many bytes there are to read; negative when unknown
   */
  public Progress(Terminal terminal, String label, String unit, long total, long bytesTotal) {
    this(terminal, label, unit, total, bytesTotal, System::nanoTime);
  }

  Progress(
      Terminal terminal,
      String label,
      String unit,
      long total,
      long bytesTotal,
      LongSupplier nanoTime) {
    this.terminal = terminal;
    this.label = label;
    this.unit = unit;
    this.total = Math.max(ProgressState.UNKNOWN, total);
    this.bytesTotal = Math.max(ProgressState.UNKNOWN, bytesTotal);
    this.nanoTime = nanoTime;
    begun = nanoTime.getAsLong();
    nextDraw = begun + REDRAW_NANOS;
  }

  /** Counts work done. */
  @Override
  public void add(long items, long bytesRead, long bytesWritten) {
    done.add(items);
    bytesIn.add(bytesRead);
    bytesOut.add(bytesWritten);
    if (terminal.isWatched() && nanoTime.getAsLong() - nextDraw >= 0 && drawing.tryLock()) {
      try {
        draw();
      } finally {
        drawing.unlock();
      }
    }
  }

  /** Counts work that an earlier run had done: part of the whole, not of the rate. */
  public void addResumed(long items, long bytesRead, long bytesWritten) {
    resumedItems.add(items);
    resumedBytes.add(bytesRead);
    add(items, bytesRead, bytesWritten);
  }

  /** Prints a message on a line of its own, on standard error, terminal or not. */
  public void message(String line) {
    print(terminal.err(), line);
  }

  /** Prints a part of the answer while the work goes on, on a line of its own. */
  public void print(PrintWriter out, String line) {
    drawing.lock();
    try {
      clear();
      terminal.err().flush();
      out.println(line);
      out.flush();
    } finally {
      drawing.unlock();
    }
  }

  /** Takes the line away; what is counted later is not drawn. */
  @Override
  public void close() {
    drawing.lock();
    try {
      clear();
      terminal.err().flush();
      closed = true;
    } finally {
      drawing.unlock();
    }
  }

  private void draw() {
    if (closed) {
      return;
    }
    long now = nanoTime.getAsLong();
    nextDraw = now + REDRAW_NANOS;
    String line = state(now - begun).line(terminal.errColumns());
    int length = Printable.columns(line);
    terminal.err().print("\r" + line + " ".repeat(Math.max(0, drawn - length)));
    terminal.err().flush();
    drawn = length;
  }

  private void clear() {
    if (drawn > 0) {
      terminal.err().print("\r" + " ".repeat(drawn) + "\r");
      drawn = 0;
    }
  }

  private ProgressState state(long elapsedNanos) {
    long items = done.sum();
    long in = bytesIn.sum();
    double seconds = Math.max(1, elapsedNanos) / 1e9;
    double rate = Math.max(0, in - resumedBytes.sum()) / seconds;
    return new ProgressState(
        label,
        unit,
        total,
        bytesTotal,
        items,
        in,
        bytesOut.sum(),
        rate,
        remaining(elapsedNanos, items, in));
  }

  private Duration remaining(long elapsedNanos, long items, long in) {
    boolean byBytes = bytesTotal > 0;
    long left = byBytes ? bytesTotal - in : total - items;
    long now = byBytes ? in - resumedBytes.sum() : items - resumedItems.sum();
    boolean known = byBytes || total > 0;
    if (!known || elapsedNanos < ETA_AFTER_NANOS || now <= 0) {
      return null;
    }
    return Duration.ofNanos((long) ((double) elapsedNanos / now * Math.max(0, left)));
  }
}
