package io.pcr.tools.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.tools.TestDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCommandTest {
  @TempDir private Path folder;

  @Test
  void missingOrDamagedIndexIsFoundAndRebuilt() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    CommandRun missing = CommandRun.of("index", "check", dataset);
    assertEquals(ExitCode.FOUND, missing.status());
    assertTrue(missing.out().contains("MISSING"), missing.out());
    CommandRun built = CommandRun.of("index", "rebuild", dataset);
    assertEquals("flowers: index of 5 samples built\n", built.out());
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", dataset).status());
    byte[] bytes = Files.readAllBytes(dataset.resolve("index.lmdb"));
    bytes[bytes.length / 2] ^= 1;
    Files.delete(dataset.resolve("index.lmdb"));
    Files.write(dataset.resolve("index.lmdb"), bytes);
    CommandRun damaged = CommandRun.of("index", "check", dataset);
    assertEquals(ExitCode.FOUND, damaged.status());
    assertTrue(damaged.out().contains("CHECKSUM_MISMATCH"), damaged.out());
    CommandRun.of("index", "rebuild", dataset);
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", dataset).status());
  }

  @Test
  void shardByItselfHasNoIndex() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    CommandRun run = CommandRun.of("index", "check", dataset.resolve("part-00000.pcr"));
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals(1, run.err().lines().count());
  }
}
