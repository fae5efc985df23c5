package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.SyntheticDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes that several threads open, publish, read and close. */
class IndexConcurrencyTest {
  @TempDir private Path directory;

  @Test
  void samePlaceUnderTwoNamesIsPublishedByOneAtATime() throws Exception {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path alias = Files.createSymbolicLink(directory.resolve("alias"), real);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> rebuilds = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Path name = i % 2 == 0 ? real : alias;
        rebuilds.add(
            threads.submit(
                () -> {
                  IndexDirectory.rebuild(name, Indexes.DATASET);
                  return name;
                }));
      }
      for (Future<?> rebuild : rebuilds) {
        rebuild.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(Optional.empty(), IndexDirectory.check(alias, Indexes.DATASET));
  }

  @Test
  void useAfterCloseIsRefusedAndClosingTwiceIsFine() throws IOException {
    SampleIndex index = Indexes.rebuilt(directory, Indexes.DATASET);
    SampleIndex other =
        IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.FAIL, IndexListener.SILENT);
    index.close();
    index.close();
    assertThrows(AlreadyClosedException.class, () -> index.find("a"));
    assertThrows(AlreadyClosedException.class, () -> index.labelCount(1));
    assertThrows(AlreadyClosedException.class, () -> index.samples(1, 0, 1));
    assertThrows(AlreadyClosedException.class, () -> index.forEachLabel((label, samples) -> {}));
    assertThrows(AlreadyClosedException.class, () -> index.position(new SampleLocation(0, 0)));
    Indexes.requireComplete(other, Indexes.DATASET);
    other.close();
    assertThrows(AlreadyClosedException.class, () -> other.find("a"));
  }

  @Test
  void closingWhileOthersReadNeverKillsTheProcess() throws Exception {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 50; round++) {
        SampleIndex index =
            IndexDirectory.open(directory, Indexes.DATASET, IndexPolicy.FAIL, IndexListener.SILENT);
        List<Future<Long>> readers = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
          readers.add(threads.submit(() -> readUntilClosed(index)));
        }
        while (index.find(Indexes.DATASET.key(round)).isEmpty()) {
          Thread.onSpinWait();
        }
        index.close();
        for (Future<Long> reader : readers) {
          assertTrue(reader.get() >= 0);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static long readUntilClosed(SampleIndex index) throws IOException {
    long reads = 0;
    while (true) {
      try {
        assertTrue(index.find(Indexes.DATASET.key(reads % Indexes.DATASET.samples())).isPresent());
        index.samples(0, 0, 500);
        reads++;
      } catch (AlreadyClosedException closed) {
        return reads;
      }
    }
  }

  // Covers R-INDEX-3
  @Test
  void readersSeeWholeGenerationsWhileOthersArePublished() throws Exception {
    IndexDirectory.rebuild(directory, Indexes.DATASET.generation(1));
    SampleIndex first =
        IndexDirectory.open(
            directory, Indexes.DATASET.generation(1), IndexPolicy.FAIL, IndexListener.SILENT);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> reader =
          threads.submit(
              () -> {
                int opened = 0;
                while (!stop.get()) {
                  for (long generation = 1; generation <= 12; generation++) {
                    SyntheticDataset wanted = Indexes.DATASET.generation(generation);
                    try (SampleIndex index =
                        IndexDirectory.open(
                            directory, wanted, IndexPolicy.FAIL, IndexListener.SILENT)) {
                      Indexes.requireComplete(index, wanted);
                      opened++;
                    } catch (PcrException.Corrupt notThisGeneration) {
                      assertTrue(
                          notThisGeneration.stored().contains("_GENERATION"),
                          notThisGeneration.getMessage());
                    }
                  }
                }
                return opened;
              });
      for (long generation = 2; generation <= 12; generation++) {
        IndexDirectory.rebuild(directory, Indexes.DATASET.generation(generation));
        assertInstanceOf(KeyMatch.class, first.find(Indexes.DATASET.key(generation)).orElseThrow());
      }
      stop.set(true);
      assertTrue(reader.get() > 0);
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    Indexes.requireComplete(first, Indexes.DATASET.generation(1));
    first.close();
  }

  @Test
  void manyThreadsThatMissTheIndexBuildItOnce() throws Exception {
    List<IndexFinding> findings = Collections.synchronizedList(new ArrayList<>());
    IndexListener listener = (file, finding, permanent) -> findings.add(finding);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<SampleIndex>> opens = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opens.add(
            threads.submit(
                () ->
                    IndexDirectory.open(
                        directory, Indexes.DATASET, IndexPolicy.REBUILD, listener)));
      }
      for (Future<SampleIndex> open : opens) {
        try (SampleIndex index = open.get()) {
          assertTrue(index.find(Indexes.DATASET.key(1)).isPresent());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(1, findings.size());
  }
}
