package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index of a dataset, built when it is wanted, and generations that follow each other. */
class DatasetIndexTest {
  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
  }

  private ReaderOptions options() {
    return ReaderOptions.builder().notices(notices::add).build();
  }

  @Test
  void indexIsBuiltOnceAndThenFound() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      dataset.sample(ThreeShards.FIRST.key(0), Fidelity.FULL);
    }
    assertEquals(1, notices.size(), notices.toString());
    assertTrue(Files.exists(written.folder().resolve(IndexDirectory.FILE_NAME)));
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      dataset.sample(ThreeShards.FIRST.key(0), Fidelity.FULL);
    }
    assertEquals(1, notices.size(), notices.toString());
  }

  @Test
  void damagedIndexIsRebuiltWithANotice() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      dataset.sample(ThreeShards.FIRST.key(0), Fidelity.FULL);
    }
    Path index = written.folder().resolve(IndexDirectory.FILE_NAME);
    byte[] bytes = Files.readAllBytes(index);
    bytes[bytes.length / 2] ^= 1;
    Files.write(index, bytes);
    notices.clear();
    try (PcrDataset dataset = PcrDataset.open(written.folder(), options())) {
      assertArrayEquals(
          ThreeShards.FIRST.expected(3, 1),
          ThreeShards.bytes(dataset.sample(ThreeShards.FIRST.key(3), Fidelity.FULL).file()));
    }
    assertTrue(notices.get(0).contains("CHECKSUM_MISMATCH"), notices.toString());
  }

  @Test
  void indexMayBeForbiddenOrTemporary() throws IOException {
    try (PcrDataset dataset =
        PcrDataset.open(
            written.folder(), options().toBuilder().indexPolicy(IndexPolicy.FAIL).build())) {
      assertThrows(
          PcrException.class, () -> dataset.sample(ThreeShards.FIRST.key(0), Fidelity.FULL));
      dataset.sample(0, Fidelity.FULL);
    }
    try (PcrDataset dataset =
        PcrDataset.open(
            written.folder(), options().toBuilder().indexPolicy(IndexPolicy.TEMPORARY).build())) {
      dataset.sample(ThreeShards.FIRST.key(0), Fidelity.FULL);
    }
    assertTrue(Files.notExists(written.folder().resolve(IndexDirectory.FILE_NAME)));
  }

  // Covers T8
  @Test
  void readersOfAGrowingDatasetSeeItWhollyOldOrWhollyNew() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        readers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 15; i++) {
                    readOldOrNew();
                  }
                  return null;
                }));
      }
      for (int generation = 2; generation < 30; generation++) {
        publishAtomically(generation);
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
      Programme.T8.passed("the library, manifests exchanged", 2 * 15);
    } finally {
      threads.shutdownNow();
    }
  }

  private void readOldOrNew() throws IOException {
    try (PcrDataset dataset =
        PcrDataset.open(
            written.folder(), ReaderOptions.builder().indexPolicy(IndexPolicy.REBUILD).build())) {
      long samples = dataset.sampleCount();
      assertTrue(samples == 24 || samples == 15, samples + " samples");
      assertArrayEquals(
          ThreeShards.FIRST.expected(1, 2),
          ThreeShards.bytes(dataset.sample(ThreeShards.FIRST.key(1), Fidelity.group(2)).file()));
      assertEquals(
          samples == 24, dataset.find(ThreeShards.LAST.key(1), Fidelity.group(1)).isPresent());
    }
  }

  /** Even generations have the first shard alone. */
  private void publishAtomically(int generation) throws IOException {
    TestDataset next =
        generation % 2 == 0
            ? TestDataset.write(directory.resolve("next" + generation), ThreeShards.FIRST)
            : ThreeShards.write(directory.resolve("next" + generation));
    next.publish(generation, true);
    Files.move(
        next.folder().resolve(Manifest.FILE_NAME),
        written.folder().resolve(Manifest.FILE_NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
