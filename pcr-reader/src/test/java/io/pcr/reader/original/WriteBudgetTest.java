package io.pcr.reader.original;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void moreThanTheDiskHasFreeIsRejectedUnlessItIsThereAlready() throws IOException {
    PlannedBytes planned = new PlannedBytes(VERY_MUCH, VERY_MUCH);
    Path destination = folder.resolve("not").resolve("yet");
    WriteBudget budget = new WriteBudget(OptionalLong.empty());
    TooManyBytesException rejected =
        assertThrows(
            TooManyBytesException.class,
            () -> budget.require(planned, () -> VERY_MUCH - 1, destination));
    assertEquals(TooManyBytesException.Reason.DISK, rejected.reason());
    assertEquals(VERY_MUCH, rejected.wanted());
    assertEquals(VERY_MUCH - 1, rejected.missing());
    assertTrue(rejected.most() < VERY_MUCH);
    budget.require(planned, () -> 0, destination);
    new WriteBudget(OptionalLong.of(VERY_MUCH)).require(planned, () -> VERY_MUCH, destination);
    assertFalse(Files.exists(folder.resolve("not")), "nothing is made");
  }

  @Test
  void aHundredTimesTheShardsIsAllowedAndAGibibyteAlways() throws IOException {
    WriteBudget budget = new WriteBudget(OptionalLong.empty());
    budget.require(new PlannedBytes(Restore.ALWAYS, 1), () -> 0, folder);
    long shards = Restore.ALWAYS / 10;
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
    assertThrows(TooManyBytesException.class, () -> budget.take(1));
  }
}
