package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What only {@code pcr verify --deep} finds: originals that do not come back as they were. */
class DeepVerifyTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root", "..")).resolve("spec/vectors/2");

  static List<Path> damagedRestoreData() throws IOException {
    try (Stream<Path> files = Files.list(VECTORS)) {
      return files
          .filter(file -> file.getFileName().toString().matches("bad-restore-.*\\.pcr"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("damagedRestoreData")
  void restoreDataThatGivesNoOriginalIsFound(Path shard) {
    CommandRun run = CommandRun.of("verify", shard, "--deep");
    assertEquals(ExitCode.FOUND, run.status(), run.out() + run.err());
  }

  @Test
  void anotherOriginalThanTheOneThatWasKeptIsSaidWithBothHashes() {
    CommandRun run = CommandRun.of("verify", VECTORS.resolve("bad-restore-same-other.pcr"));
    assertEquals(ExitCode.OK, run.status(), run.out());
    Path shard = VECTORS.resolve("bad-restore-original-other.pcr");
    run = CommandRun.of("verify", shard, "--deep");
    String line = run.lines().get(0);
    assertTrue(line.contains("RESTORE_MISMATCH, stored 003487a765f98ebc"), line);
    assertTrue(line.endsWith("; the sample can be read, its original cannot be restored"), line);
  }

  @Test
  void aDamagedFrameIsSaidOnceAndNotForEachOfItsOriginals() {
    Path shard = VECTORS.resolve("bad-restore-frame-crc.pcr");
    CommandRun run = CommandRun.of("verify", shard, "--deep");
    assertEquals(2, run.lines().size(), run.out());
  }
}
