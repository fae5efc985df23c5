package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of shards that are no files. */
class ForeignFilesTest {
  private static final TestShard SHARD = TestShard.ofNoise(3, 2, 12);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pipeInPlaceOfAShardHangsNobody(boolean direct) throws Exception {
    TestDataset written = TestDataset.write(directory, SHARD);
    Path shard = written.folder().resolve(TestDataset.name(0));
    Files.delete(shard);
    assertEquals(0, new ProcessBuilder("mkfifo", shard.toString()).start().waitFor());
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          try (PcrDataset dataset =
              PcrDataset.open(written.folder(), ReaderOptions.builder().direct(direct).build())) {
            IOException e =
                assertThrows(
                    IOException.class, () -> dataset.shards().get(0).read(Fidelity.FULL).close());
            assertTrue(e.getMessage().contains("is not a regular file"), e.getMessage());
          }
        });
  }
}
