package io.pcr.tools.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.JpegFixtures;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much a restore may write. */
class WriteBudgetTest {
  /** More than any disk of this time. */
  private static final long VERY_MUCH = Long.MAX_VALUE / 1000;

  @TempDir private Path folder;

  @Test
  void moreThanTheDiskHasFreeIsRefusedUnlessItIsThereAlready() throws IOException {
    PlannedBytes planned = new PlannedBytes(VERY_MUCH, VERY_MUCH);
    Path destination = folder.resolve("not").resolve("yet");
    WriteBudget budget = new WriteBudget(OptionalLong.empty());
    IOException refused =
        assertThrows(
            IOException.class, () -> budget.require(planned, () -> VERY_MUCH, destination));
    assertTrue(refused.getMessage().contains("the disk of " + destination + " has "));
    assertTrue(refused.getMessage().contains(" free; make room, or choose fewer with --only"));
    budget.require(planned, () -> 0, destination);
    new WriteBudget(OptionalLong.of(VERY_MUCH)).require(planned, () -> VERY_MUCH, destination);
    assertFalse(Files.exists(folder.resolve("not")), "nothing is made");
  }

  @Test
  void aHundredTimesTheShardsIsAllowedAndAGibibyteAlways() throws IOException {
    WriteBudget budget = new WriteBudget(OptionalLong.empty());
    budget.require(new PlannedBytes(WriteBudget.ALWAYS, 1), () -> 0, folder);
    long shards = WriteBudget.ALWAYS / 10;
    budget.require(new PlannedBytes(100 * shards, shards), () -> 0, folder);
    assertThrows(
        IOException.class,
        () -> budget.require(new PlannedBytes(100 * shards + 1, shards), () -> 0, folder));
  }

  @Test
  void recordsThatWereNotCountedBeforehandEndWhereTheLimitIs() throws IOException {
    WriteBudget budget = new WriteBudget(OptionalLong.of(10));
    budget.require(new PlannedBytes(0, 5), () -> 0, folder);
    budget.take(10);
    assertThrows(IOException.class, () -> budget.take(1));
  }

  @Test
  void compressedRecordsAreHeldToTheLimitWhileTheyAreWritten() throws IOException {
    Path images = Files.createDirectory(folder.resolve("images"));
    for (int i = 0; i < 3; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 40, 30));
    }
    Path records = folder.resolve("records");
    String[] how = {"--variant=tfrecord", "--compression=gzip"};
    assertEquals(ExitCode.OK, CommandRun.of("convert", images, records, how[0], how[1]).status());
    Path back = folder.resolve("back");
    long one = Files.size(images.resolve("0.jpg"));
    CommandRun run = CommandRun.of("restore", records, back, "--max-bytes=" + (one + 20));
    assertEquals(ExitCode.IO, run.status(), run.out());
    assertTrue(run.err().contains("--max-bytes raises the limit"), run.err());
    assertEquals(ExitCode.OK, CommandRun.of("restore", records, back).status());
  }
}
