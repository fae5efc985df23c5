package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-6
class ManifestPublicationTest {
  private static final Manifest FIRST = manifest(1, "a");
  private static final Manifest SECOND = manifest(2, "b");
  private static final Manifest OTHER_SECOND = manifest(2, "c");

  @TempDir private Path folder;

  private DatasetLock lock;

  private static Manifest manifest(long generation, String option) {
    return Manifest.builder(new UUID(0x8000L, 1L << 63))
        .generation(generation)
        .options(Map.of("option", option))
        .build();
  }

  @BeforeEach
  void takeTheLock() throws IOException {
    lock = DatasetLock.acquire(folder, "test", DurableSteps.NONE);
  }

  @AfterEach
  void giveItBack() throws IOException {
    lock.close();
  }

  private void publish(Optional<Manifest> base, Manifest next, DurableSteps steps)
      throws IOException {
    ManifestPublication.publish(lock, base, next, steps);
  }

  @Test
  void generationsFollowEachOther() throws IOException {
    assertEquals(Optional.empty(), ManifestPublication.standing(folder));
    publish(Optional.empty(), FIRST, DurableSteps.NONE);
    publish(Optional.of(FIRST), SECOND, DurableSteps.NONE);
    assertEquals(Optional.of(SECOND), ManifestPublication.standing(folder));
  }

  @Test
  void manifestThatStandsThereAlreadyIsNotWrittenAgain() throws IOException {
    publish(Optional.empty(), FIRST, DurableSteps.NONE);
    List<Step> steps = new ArrayList<>();
    publish(Optional.empty(), FIRST, (step, file) -> steps.add(step));
    assertEquals(List.of(), steps);
  }

  @Test
  void whatTheWorkWasNotBasedOnIsLeftAsItIs() throws IOException {
    publish(Optional.empty(), FIRST, DurableSteps.NONE);
    publish(Optional.of(FIRST), OTHER_SECOND, DurableSteps.NONE);
    for (Optional<Manifest> base : List.of(Optional.of(FIRST), Optional.<Manifest>empty())) {
      DatasetChangedException e =
          assertThrows(
              DatasetChangedException.class, () -> publish(base, SECOND, DurableSteps.NONE));
      assertTrue(e.getMessage().startsWith(folder.toString()), e.getMessage());
    }
    assertEquals(Optional.of(OTHER_SECOND), ManifestPublication.standing(folder));
  }

  /** As on a file system on which the lock tells another machine nothing. */
  @Test
  void whatAnotherPublishesAtTheLastMomentIsLeftAsItIs() throws IOException {
    publish(Optional.empty(), FIRST, DurableSteps.NONE);
    Path file = folder.resolve(Manifest.FILE_NAME);
    DurableSteps another =
        (step, path) -> {
          if (step == Step.RENAME) {
            AtomicFile.write(file, DurableSteps.NONE, OTHER_SECOND.encode());
          }
        };
    assertThrows(DatasetChangedException.class, () -> publish(Optional.of(FIRST), SECOND, another));
    assertEquals(Optional.of(OTHER_SECOND), ManifestPublication.standing(folder));
    try (var files = Files.list(folder)) {
      assertEquals(2, files.count(), "the manifest and the lock, and nothing unfinished");
    }
  }
}
