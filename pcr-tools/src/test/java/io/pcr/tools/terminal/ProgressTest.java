package io.pcr.tools.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.text.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long SECOND = 1_000_000_000;

  private final StringWriter err = new StringWriter();
  private final StringWriter out = new StringWriter();
  private long now = Long.MAX_VALUE - SECOND; // wraps during the test, as nanoTime may

  private Terminal terminal(int columns) {
    return new Terminal(
        new PrintWriter(out, true), new PrintWriter(err, true), Terminal.UNBOUNDED, columns);
  }

  private Progress progress(int columns, long total, long bytes) {
    return new Progress(terminal(columns), "convert", "image", total, bytes, () -> now);
  }

  private String lastLine() {
    List<String> drawn = Arrays.asList(err.toString().split("\r"));
    return drawn.get(drawn.size() - 1).stripTrailing();
  }

  @Test
  void wideTerminalShowsRateRatioAndTimeLeft() {
    try (Progress progress = progress(120, 100, 10_000_000)) {
      now += 2 * SECOND;
      progress.add(25, 2_500_000, 2_000_000);
      assertEquals(
          "convert  [#####---------------]  25%  25/100 images  1.25 MB/s  out 80.0%  ETA 6.0 s",
          lastLine());
    }
  }

  @Test
  void twentyColumnsShowShareAndTimeLeftAlone() {
    try (Progress progress = progress(20, 100, 10_000_000)) {
      now += 2 * SECOND;
      progress.add(25, 2_500_000, 2_000_000);
      assertEquals("25%  ETA 6.0 s", lastLine());
    }
  }

  @Test
  void pipeGetsNoProgressAtAll() {
    try (Progress progress = progress(0, 100, -1)) {
      now += 2 * SECOND;
      progress.add(50, 1, 1);
    }
    assertEquals("", err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void messageStandsOnALineOfItsOwn() {
    try (Progress progress = progress(80, 100, -1)) {
      now += SECOND;
      progress.add(1, 1, 0);
      int drawn = lastLine().length();
      progress.message("a.jpg: not an image");
      assertTrue(
          err.toString().endsWith("\r" + " ".repeat(drawn) + "\ra.jpg: not an image" + nl()),
          err.toString());
    }
  }

  @Test
  void closedProgressLeavesTheLineEmptyAndStaysSilent() {
    Progress progress = progress(80, 100, -1);
    now += SECOND;
    progress.add(1, 1, 0);
    progress.close();
    String closed = err.toString();
    assertTrue(closed.endsWith(" \r"), closed);
    now += SECOND;
    progress.add(1, 1, 0);
    assertEquals(closed, err.toString());
  }

  @Test
  void redrawsAreThrottled() {
    try (Progress progress = progress(80, 1_000_000, -1)) {
      for (int i = 0; i < 1_000; i++) {
        now += SECOND / 1000;
        progress.add(1, 1, 0);
      }
      long draws = err.toString().chars().filter(c -> c == '\r').count();
      assertEquals(10, draws);
    }
  }

  @Test
  void resumedWorkCountsForTheShareNotForTheRate() {
    try (Progress progress = progress(80, 100, 1_000)) {
      progress.addResumed(50, 500, 400);
      now += 10 * SECOND;
      progress.add(10, 100, 80);
      assertEquals("convert  60%  60/100 images  10 B/s  out 80.0%  ETA 40 s", lastLine());
    }
  }

  @Test
  void workOfUnknownExtentHasNoShareAndNoTimeLeft() {
    try (Progress progress = progress(80, -1, -1)) {
      now += 2 * SECOND;
      progress.add(3, 6, 0);
      assertEquals("convert  3 images  3 B/s", lastLine());
    }
  }

  @Test
  void countsOfManyThreadsAddUp() throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try (Progress progress = progress(80, 4_000, -1)) {
      now += SECOND;
      for (int w = 0; w < 4; w++) {
        workers.execute(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                progress.add(1, 1, 0);
              }
            });
      }
      workers.shutdown();
      assertTrue(workers.awaitTermination(30, TimeUnit.SECONDS));
      now += SECOND;
      progress.add(0, 0, 0);
      assertTrue(lastLine().contains("4,000/4,000"), lastLine());
    }
  }

  @Property
  void lineNeverReachesTheLastColumn(
      @ForAll @IntRange(min = 2, max = 200) int columns,
      @ForAll @LongRange(min = -1) long total,
      @ForAll @LongRange(min = -1) long bytesTotal,
      @ForAll @LongRange(min = 0) long done) {
    ProgressState state =
        new ProgressState("verify", "sample", total, bytesTotal, done, done, done, done, null);
    String line = state.line(columns);
    assertFalse(Printable.columns(line) >= columns, line);
  }

  private static String nl() {
    return System.lineSeparator();
  }
}
