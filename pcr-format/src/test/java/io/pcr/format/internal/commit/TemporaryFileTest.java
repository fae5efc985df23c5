package io.pcr.format.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
  @TempDir private Path folder;

  @Test
  void whatAnotherCleansUpAtAnyStepOfAWriterDoesItNoHarm() throws IOException {
    List<Step> cleaned = new ArrayList<>();
    DurableSteps cleaning =
        (step, file) -> {
          AtomicFile.deleteAllAbandoned(folder);
          AtomicFile.deleteAbandoned(file);
          cleaned.add(step);
        };
    AtomicFile.write(folder.resolve("a"), cleaning, ByteBuffer.wrap(new byte[] {1, 2}));
    assertEquals(
        List.of(Step.CREATE, Step.WRITE, Step.FORCE, Step.RENAME, Step.FORCE_DIRECTORY), cleaned);
    assertEquals(List.of("a"), names());
  }

  @Test
  void anotherProcessAlsoLeavesItAtEveryStep() throws IOException {
    DurableSteps cleaning = (step, file) -> cleanInAnotherProcess();
    AtomicFile.write(folder.resolve("a"), cleaning, ByteBuffer.wrap(new byte[] {1, 2}));
    assertEquals(List.of("a"), names());
  }

  @Test
  void whatNobodyWritesAnyMoreIsRemoved() throws IOException {
    Path left = Files.writeString(folder.resolve(".a.xyz.pcr-tmp"), "left");
    Path other = Files.writeString(folder.resolve("a"), "stays");
    AtomicFile.deleteAllAbandoned(folder);
    assertFalse(Files.exists(left));
    assertTrue(Files.exists(other));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }

  private void cleanInAnotherProcess() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Cleaner.class.getName(),
                folder.toString())
            .inheritIO()
            .start();
    try {
      assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    assertEquals(0, process.exitValue());
  }

  /** Removes what nobody writes. */
  static final class Cleaner {
    private Cleaner() {}

    public static void main(String[] args) throws IOException {
      AtomicFile.deleteAllAbandoned(Path.of(args[0]));
    }
  }
}
