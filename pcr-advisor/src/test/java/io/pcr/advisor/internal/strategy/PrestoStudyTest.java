package io.pcr.advisor.internal.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrestoStudyTest {
  private static final int SAMPLES = 5;

  @TempDir private Path folder;
  private SourceImages images;
  private Path rows;
  private Path work;

  @BeforeEach
  void write() throws IOException {
    Path source = Files.createDirectories(folder.resolve("images"));
    for (int i = 0; i < 3; i++) {
      Files.write(source.resolve(i + ".jpg"), Pictures.jpeg(i, 64, 48, 90));
    }
    images = SourceImages.in(source);
    rows = folder.resolve("rows");
    work = folder.resolve("work");
  }

  private static PrestoOptions options(long memory, ShufflePlace... shuffles) {
    return new PrestoOptions(
        List.of(Pipeline.parse("decode,resize:32,centre,crop:24")),
        List.of(SplitFormat.parse("raw"), SplitFormat.parse("tfrecord:zstd:1")),
        List.of(SAMPLES),
        List.of(1, 2),
        List.of(CacheMode.values()),
        List.of(shuffles),
        2,
        Duration.ZERO,
        memory,
        0);
  }

  /** Remembers what was measured, and ends the study after some rows. */
  private static final class Told implements PrestoStudy.Listener {
    private final List<StrategyRow.Key> measured = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final StopSignal stop = StopSignal.never();
    private final int most;

    Told(int most) {
      this.most = most;
    }

    @Override
    public void measured(StrategyRow row, int left) {
      measured.add(row.key());
      if (measured.size() == most) {
        stop.interrupt();
      }
    }

    @Override
    public void notice(String text) {
      notices.add(text);
    }
  }

  private PrestoStudy.Result run(PrestoOptions options, Told told) throws IOException {
    return new PrestoStudy(images, options, rows, work, told).run(told.stop);
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void everyCombinationIsARowAndNothingElseIsLeft() throws IOException {
    Told told = new Told(Integer.MAX_VALUE);
    PrestoStudy.Result result = run(options(1 << 30, ShufflePlace.NONE), told);
    // originals, read x tfrecord, decode x 2, resize x 2, centre x tfrecord; x 3 caches x 2 x 2.
    assertEquals(7 * 12, result.rows().size());
    assertEquals(0, result.missing());
    assertEquals(7 * 12, told.measured.stream().distinct().count());
    for (StrategyRow row : result.rows()) {
      boolean isHeld = row.key().cache().equals("app");
      assertEquals(isHeld, row.readBytes() == 0, row.toString());
      assertTrue(row.preparation().storedBytes() > 0, row.toString());
      assertTrue(row.seconds() > 0, row.toString());
      assertEquals(row.key().split() == 0, row.preparation().seconds() == 0, row.toString());
      if (row.key().split() == 0 && !isHeld) {
        assertEquals(row.preparation().storedBytes(), row.readBytes());
      }
    }
    assertEquals(7 * 12 + 1, Files.readAllLines(rows.resolve(RowJournal.CSV)).size());
    assertEquals(7 * 12, Files.readAllLines(rows.resolve(RowJournal.NAME)).size());
    assertNothingIsLeft();
  }

  @Test
  void studyThatWasEndedGoesOnWithWhatIsMissing() throws IOException {
    PrestoOptions options = options(1 << 30, ShufflePlace.NONE);
    Told first = new Told(17);
    PrestoStudy.Result part = run(options, first);
    assertEquals("interrupted", part.reason().orElseThrow());
    assertEquals(17, part.rows().size());
    assertEquals(7 * 12 - 17, part.missing());
    assertNothingIsLeft();
    // As a process that was killed leaves it.
    Files.writeString(
        rows.resolve(RowJournal.NAME), "{\"images\":\"torn", StandardOpenOption.APPEND);
    Told second = new Told(Integer.MAX_VALUE);
    PrestoStudy.Result all = run(options, second);
    assertEquals(0, all.missing());
    assertEquals(7 * 12 - 17, second.measured.size());
    first.measured.forEach(key -> assertFalse(second.measured.contains(key), key.toString()));
    Told third = new Told(Integer.MAX_VALUE);
    assertEquals(7 * 12, run(options, third).rows().size());
    assertEquals(List.of(), third.measured);
    assertNothingIsLeft();
  }

  @Test
  void studyWithoutTimeSaysSoAndMeasuresNothing() throws IOException {
    Told told = new Told(Integer.MAX_VALUE);
    PrestoStudy study = new PrestoStudy(images, options(0, ShufflePlace.NONE), rows, work, told);
    PrestoStudy.Result result = study.run(StopSignal.after(Duration.ZERO));
    assertEquals(List.of(), result.rows());
    assertEquals("the time is over", result.reason().orElseThrow());
    assertNothingIsLeft();
  }

  @Test
  void whatDoesNotFitIntoMemoryIsSaidAndNotMissed() throws IOException {
    Told told = new Told(Integer.MAX_VALUE);
    PrestoStudy.Result result = run(options(40_000, ShufflePlace.NONE), told);
    assertEquals(0, result.missing());
    assertTrue(
        told.notices.stream().anyMatch(text -> text.contains("application's cache")),
        told.notices::toString);
    assertTrue(result.rows().size() < 7 * 12);
  }

  @Test
  void shufflesAreRowsOfTheirOwn() throws IOException {
    Told told = new Told(Integer.MAX_VALUE);
    PrestoStudy.Result result =
        run(
            options(
                1 << 30,
                ShufflePlace.parse("2@decode"),
                ShufflePlace.parse("3@end"),
                ShufflePlace.NONE),
            told);
    assertEquals(3 * 7 * 12, result.rows().size());
  }

  @Test
  void madePicturesOfAllSizesAreRead() throws IOException {
    PrestoOptions options =
        new PrestoOptions(
            List.of(),
            List.of(),
            List.of(SAMPLES),
            List.of(1),
            List.of(CacheMode.NONE),
            List.of(ShufflePlace.NONE),
            1,
            Duration.ofMillis(1),
            0,
            20_000);
    PrestoStudy.Result result = run(options, new Told(Integer.MAX_VALUE));
    assertEquals(7 * 4, result.rows().size());
    assertEquals(7 * 2, result.rows().stream().map(row -> row.key().subject()).distinct().count());
    assertNothingIsLeft();
  }
}
