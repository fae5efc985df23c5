package io.pcr.writer.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private static final RunOptions OPTIONS =
      RunOptions.of(Map.of("script", "a\nb=c\\", "seed", "1"));

  @TempDir private Path out;

  @Test
  void otherArgumentsAreRefusedNamingTheDifference() throws IOException {
    begin(OPTIONS).close();
    RunOptions others = RunOptions.of(Map.of("script", "x", "seed", "1", "restore", "none"));
    RunRejectedException e = assertThrows(RunRejectedException.class, () -> begin(others));
    assertTrue(e.getMessage().contains("restore: unset before, none now"), e.getMessage());
    assertTrue(e.getMessage().contains("script: a\nb=c\\ before, x now"), e.getMessage());
    assertFalse(e.getMessage().contains("seed"), e.getMessage());
  }

  /** Where two machines get one lock, the line of the first is all that tells of it. */
  @Test
  void whoMayBeAtWorkIsNamedBeforeTheRunIsGivenUp() throws IOException {
    begin(OPTIONS).close();
    String line = "pcr append\t123\tno-machine.of-this-name\t2026-01-02T03:04:05Z\t7\n";
    Files.writeString(out.resolve(DatasetLock.FILE_NAME), line);
    RunOptions others = RunOptions.of(Map.of("script", "x", "seed", "1"));
    RunRejectedException e = assertThrows(RunRejectedException.class, () -> begin(others));
    String who =
        "pcr append (process 123 on no-machine.of-this-name) may be at work on it, since"
            + " 2026-01-02T03:04:05Z: if so, wait until it has ended; if not, finish it";
    assertTrue(e.getMessage().contains(who), e.getMessage());
  }

  @Test
  void closedRunIsResumedAndFinishedRunIsGone() throws IOException {
    try (RunFolder run = begin(OPTIONS)) {
      assertFalse(run.resumed());
      Files.writeString(run.listing(), "x");
      Files.writeString(out.resolve(".part-00001.pcr.x.pcr-tmp"), "left by a crash");
      Files.writeString(out.resolve("part-00000.pcr"), "kept");
    }
    assertTrue(RunFolder.isUnfinished(out));
    try (RunFolder run = begin(OPTIONS)) {
      assertTrue(run.resumed());
      assertEquals("x", Files.readString(run.listing()));
      assertEquals(List.of(".pcr-run", "part-00000.pcr"), names());
      run.finish();
    }
    assertFalse(RunFolder.isUnfinished(out));
    assertEquals(List.of("part-00000.pcr"), names());
  }

  @Test
  void runThatDiedBeforeItsOptionsWereWrittenIsBegunAnew() throws IOException {
    Path folder = Files.createDirectories(out.resolve(RunFolder.NAME));
    Files.writeString(folder.resolve("options.pending"), "script=");
    Files.writeString(folder.resolve("journal"), "junk");
    try (RunFolder run = begin(OPTIONS)) {
      assertFalse(run.resumed());
      assertEquals(List.of(), run.journal().shards());
    }
  }

  @Test
  void leavingsOfAFinishedRunAreCleared() throws IOException {
    Path finished = Files.createDirectories(out.resolve(".pcr-run-finished"));
    Files.writeString(finished.resolve("listing"), "x");
    begin(OPTIONS).close();
    assertEquals(List.of(".pcr-run"), names());
  }

  @Property(tries = 200)
  void optionsSurviveBeingWritten(@ForAll Map<String, String> values) {
    RunOptions options = RunOptions.of(values);
    assertEquals(options, RunOptions.parse(options.toText()));
    assertEquals(List.of(), options.differences(RunOptions.parse(options.toText())));
  }

  /** The lock outlasts the run no more than it must for the test. */
  private RunFolder begin(RunOptions options) throws IOException {
    try (DatasetLock lock = DatasetLock.acquire(out, "test", DurableSteps.NONE)) {
      return RunFolder.begin(lock, options, DurableSteps.NONE);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(out)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
