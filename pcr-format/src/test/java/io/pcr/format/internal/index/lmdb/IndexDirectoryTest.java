package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.SyntheticDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes that are missing, of another state, or cannot be written. */
class IndexDirectoryTest {
  @TempDir private Path directory;
  private final List<IndexFinding> findings = Collections.synchronizedList(new ArrayList<>());
  private final List<Boolean> permanents = Collections.synchronizedList(new ArrayList<>());
  private final IndexListener listener =
      (file, finding, permanent) -> {
        findings.add(finding);
        permanents.add(permanent);
      };

  // Covers G-6
  @Test
  void missingIndexIsBuiltWithANoticeAndNextTimeUsed() throws IOException {
    IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.REBUILD, listener).close();
    assertEquals(List.of(IndexFinding.Problem.MISSING), problems());
    assertEquals(List.of(true), permanents);
    IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.FAIL, listener).close();
    assertEquals(1, findings.size());
    assertEquals(Optional.empty(), IndexDirectory.check(directory, Indexes.DATASET));
    Indexes.assertFiles(directory, "index.lmdb", "index.lmdb.sum");
  }

  @Test
  void failPolicyNamesTheProblem() {
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.FAIL, listener));
    assertTrue(e.stored().startsWith("MISSING: "), e.getMessage());
    assertEquals(List.of(), findings);
  }

  // Covers R-INDEX-2
  @Test
  void indexOfAnEarlierGenerationIsReplacedAndThatOfALaterIsLeftAlone() throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET.generation(5));
    try (SampleIndex index =
        IndexDirectory.open(
            directory, Indexes.DATASET.generation(4), IndexPolicy.REBUILD, listener)) {
      Indexes.requireComplete(index, Indexes.DATASET.generation(4));
    }
    assertEquals(Optional.empty(), IndexDirectory.check(directory, Indexes.DATASET.generation(5)));
    try (SampleIndex index =
        IndexDirectory.open(
            directory, Indexes.DATASET.generation(6), IndexPolicy.REBUILD, listener)) {
      Indexes.requireComplete(index, Indexes.DATASET.generation(6));
    }
    assertEquals(Optional.empty(), IndexDirectory.check(directory, Indexes.DATASET.generation(6)));
    assertEquals(
        List.of(IndexFinding.Problem.NEWER_GENERATION, IndexFinding.Problem.OLDER_GENERATION),
        problems());
    assertEquals(List.of(false, true), permanents);
  }

  @Test
  void indexOfAnotherDatasetOrOtherShardsIsReplaced() throws IOException {
    IndexDirectory.rebuild(directory, SyntheticDataset.of(10, 10));
    IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.REBUILD, listener).close();
    IndexDirectory.open(directory, SyntheticDataset.of(3000, 100), IndexPolicy.REBUILD, listener)
        .close();
    assertEquals(
        List.of(IndexFinding.Problem.OTHER_DATASET, IndexFinding.Problem.OTHER_SHARDS), problems());
  }

  @Test
  void directoryThatCannotBeWrittenFailsClearlyOrGetsATemporaryIndex() throws IOException {
    // A directory in the place of the lock file stands for missing rights, which root would not
    // miss.
    Files.createDirectory(directory.resolve(".index.lock"));
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.REBUILD, listener));
    String said = "the index cannot be written in " + directory + ": ";
    assertTrue(e.getMessage().contains(said), e.getMessage());
    try (SampleIndex index =
        IndexDirectory.open(
            directory, Indexes.DATASET, IndexPolicy.REBUILD_OR_TEMPORARY, listener)) {
      Indexes.requireComplete(index, Indexes.DATASET);
    }
    assertEquals(List.of(false), permanents);
    IOException rebuilding =
        assertThrows(IOException.class, () -> IndexDirectory.rebuild(directory, Indexes.DATASET));
    assertTrue(rebuilding.getMessage().startsWith(said), rebuilding.getMessage());
  }

  @Test
  void directoryThatDoesNotExistFailsClearly() {
    Path missing = directory.resolve("missing");
    assertThrows(
        PcrException.Corrupt.class,
        () -> IndexDirectory.open(missing, Indexes.DATASET, IndexPolicy.REBUILD, listener));
  }

  @Test
  void leftoversOfAKilledBuildAreCleared() throws IOException {
    Path scratch = Files.createDirectory(directory.resolve(".index.tmp"));
    Files.writeString(scratch.resolve("environment"), "half");
    Files.writeString(scratch.resolve("keys-0.run"), "half");
    IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.REBUILD, listener).close();
    Indexes.assertFiles(directory, "index.lmdb", "index.lmdb.sum");
  }

  // Covers R-INDEX-3
  @Test
  void indexWhoseSidecarIsStillToBeMovedIsOpenedByIt() throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET.generation(1));
    List<Long> opened = new ArrayList<>();
    IndexDirectory.rebuild(
        directory,
        Indexes.DATASET.generation(2),
        (step, file) -> {
          if (step == DurableSteps.Step.RENAME && file.endsWith(IndexDirectory.SIDECAR_NAME)) {
            SyntheticDataset wanted = Indexes.DATASET.generation(2);
            try (SampleIndex index =
                IndexDirectory.open(directory, wanted, IndexPolicy.FAIL, listener)) {
              Indexes.requireComplete(index, wanted);
              opened.add(2L);
            }
          }
        });
    assertEquals(List.of(2L), opened);
  }

  // Covers R-INDEX-3
  @Test
  void indexOfAPublisherThatDiedBetweenItsMovesIsWholeAlsoWhileTheNextIsBuilt() throws IOException {
    SyntheticDataset wanted = Indexes.DATASET.generation(2);
    IndexDirectory.rebuild(directory, Indexes.DATASET.generation(1));
    byte[] oldSidecar = Files.readAllBytes(directory.resolve(IndexDirectory.SIDECAR_NAME));
    IndexDirectory.rebuild(directory, wanted);
    Path scratch = Files.createDirectory(directory.resolve(".index.tmp"));
    Files.move(
        directory.resolve(IndexDirectory.SIDECAR_NAME),
        scratch.resolve(IndexDirectory.SIDECAR_NAME));
    Files.write(directory.resolve(IndexDirectory.SIDECAR_NAME), oldSidecar);
    assertEquals(Optional.empty(), IndexDirectory.check(directory, wanted));
    List<Optional<IndexFinding>> whileBuilding = new ArrayList<>();
    IndexDirectory.rebuild(
        directory,
        Indexes.DATASET.generation(3),
        (step, file) -> {
          if (step == DurableSteps.Step.FORCE && file.endsWith(IndexDirectory.FILE_NAME)) {
            whileBuilding.add(IndexDirectory.check(directory, wanted));
          }
        });
    assertEquals(List.of(Optional.empty()), whileBuilding);
    Indexes.assertFiles(directory, "index.lmdb", "index.lmdb.sum");
  }

  /**
   * As a process killed there would leave it, but for the scratch directory, which a kill leaves
   * too.
   */
  @Test
  void publishingThatEndsBeforeAnyStepLeavesTheOldIndexOrOneThatIsRefuted() throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET.generation(1));
    List<String> steps = new ArrayList<>();
    IndexDirectory.rebuild(
        directory,
        Indexes.DATASET.generation(2),
        (step, file) -> steps.add(step + " " + file.getFileName()));
    assertEquals(6, steps.size(), steps.toString());
    for (int last = 0; last < steps.size(); last++) {
      IndexDirectory.rebuild(directory, Indexes.DATASET.generation(1));
      AtomicInteger left = new AtomicInteger(last);
      DurableSteps failing =
          (step, file) -> {
            if (left.getAndDecrement() == 0) {
              throw new IOException("killed before " + step + " " + file);
            }
          };
      assertThrows(
          IOException.class,
          () -> IndexDirectory.rebuild(directory, Indexes.DATASET.generation(2), failing));
      try (SampleIndex index =
          IndexDirectory.open(
              directory, Indexes.DATASET.generation(2), IndexPolicy.REBUILD, listener)) {
        Indexes.requireComplete(index, Indexes.DATASET.generation(2));
      }
    }
  }

  @Test
  void sameSourceGivesTheSameBytes(@TempDir Path other) throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    IndexDirectory.rebuild(other, Indexes.DATASET);
    assertEquals(
        -1, Files.mismatch(directory.resolve("index.lmdb.sum"), other.resolve("index.lmdb.sum")));
  }

  @Test
  void temporaryIndexLeavesNoFile() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long before = scratchDirectories(temporary);
    try (SampleIndex index =
        IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.TEMPORARY, listener)) {
      assertEquals(before, scratchDirectories(temporary));
      assertTrue(index.find(Indexes.DATASET.key(0)).isPresent());
    }
    assertFalse(Files.exists(directory.resolve("index.lmdb")));
  }

  private static long scratchDirectories(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.getFileName().toString().startsWith("pcr-index-")).count();
    }
  }

  private List<IndexFinding.Problem> problems() {
    return findings.stream().map(IndexFinding::problem).toList();
  }
}
