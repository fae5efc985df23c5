package io.pcr.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that this machine cannot have, and files that are none. */
class ForeignFilesTest {
  private static final TestShard SHARD = TestShard.ofNoise(3, 2, 12);

  @TempDir Path directory;

  /**
   * Reads the first shard of a dataset, and says what came of it.
   *
   * @param args the dataset's folder
   */
  public static void main(String[] args) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(Path.of(args[0]))) {
      NoSuchFileException e =
          assertThrows(
              NoSuchFileException.class, () -> dataset.shards().get(0).read(Fidelity.FULL).close());
      System.out.println(e.getReason());
    }
  }

  @Test
  void nameBeyondTheLocalesCharactersIsAFileThatIsNotThere() throws Exception {
    TestDataset written = TestDataset.write(directory, SHARD);
    ProcessBuilder program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ForeignFilesTest.class.getName(),
                written.folder().toString())
            .redirectErrorStream(true);
    program.environment().put("LC_ALL", "C");
    Process process = program.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertTrue(said.contains("unmappable"), said);
  }

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
