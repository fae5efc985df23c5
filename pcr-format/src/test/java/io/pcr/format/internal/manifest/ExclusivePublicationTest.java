package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-14, R-COMMIT-15
/** Where only exclusive creation exists, the long work is done before a name is taken. */
class ExclusivePublicationTest {
  @TempDir private Path folder;
  private final List<String> made = new ArrayList<>();

  private Path generation(long number) {
    return folder.resolve(GenerationNames.of(number));
  }

  private Manifest publish(ManifestPublication.Root root, DurableSteps steps) throws IOException {
    return new ExclusivePublication(folder, steps).publish(root);
  }

  /** As the index is: it takes long, and may not keep others waiting. */
  private final class Slow implements ManifestPublication.Root {
    private final Works works;

    Slow(String work) {
      works = new Works(work);
    }

    @Override
    public Manifest on(Optional<Manifest> base, long generation) throws IOException {
      boolean isTaken = Files.exists(generation(generation));
      made.add(generation + (isTaken ? " taken" : " free"));
      return works.on(base, generation);
    }

    @Override
    public boolean isIn(Manifest generation) throws IOException {
      return works.isIn(generation);
    }
  }

  @Test
  void rootIsMadeOnceAndBeforeItsNameIsTaken() throws IOException {
    publish(new Slow("a"), DurableSteps.NONE);
    Manifest second = publish(new Slow("b"), DurableSteps.NONE);
    assertEquals(List.of("1 free", "2 free"), made);
    assertEquals(List.of("a", "b"), Works.of(second));
    assertEquals(Optional.of(second), ManifestPublication.newest(folder));
  }

  @Test
  void rootIsMadeAgainWhereAnotherTookTheNameMeanwhile() throws IOException {
    publish(new Works("a"), DurableSteps.NONE);
    DurableSteps another =
        (step, path) -> {
          if (step == Step.LINK && !Files.exists(generation(2))) {
            publish(new Works("b"), DurableSteps.NONE);
          }
        };
    Manifest third = publish(new Slow("c"), another);
    assertEquals(List.of("2 free", "3 taken"), made);
    assertEquals(3, third.generation());
    assertEquals(List.of("a", "b", "c"), Works.of(third));
  }

  @Test
  void rootThatCannotBeMadeLeavesNoTornGeneration() throws IOException {
    publish(new Works("a"), DurableSteps.NONE);
    ManifestPublication.Root failing = new Works("b").onlyFirst(folder);
    assertThrows(DatasetChangedException.class, () -> publish(failing, DurableSteps.NONE));
    assertFalse(Files.exists(generation(2)));
  }
}
