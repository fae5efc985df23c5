package io.pcr.writer.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-KEYS-5
class IndexPublicationTest {
  private static final String SHARD = "part-00000.pcr";

  @TempDir private Path folder;
  private Path dataset;
  private final List<String> notices = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    dataset = folder.resolve("dataset");
    try (PcrWriter writer = PcrWriter.create(dataset, PcrWriterOptions.DEFAULT)) {
      for (int i = 0; i < 3; i++) {
        writer.add(PcrSample.of("s" + i + ".jpg", JpegFixtures.baseline(i, 20, 20)));
      }
      writer.finish();
    }
  }

  private Manifest newest() throws IOException {
    return ManifestPublication.newest(dataset).orElseThrow();
  }

  private Manifest rebuild(DurableSteps steps) throws IOException {
    return IndexPublication.rebuild(dataset, notices::add, steps);
  }

  /** As another writer may have made it: no reader needs segments. */
  private record WithoutKeys() implements ManifestPublication.Root {
    @Override
    public Manifest on(Optional<Manifest> base, long generation) {
      return base.orElseThrow().next().generation(generation).keySegments(List.of()).build();
    }

    @Override
    public boolean isIn(Manifest generation) {
      return generation.keySegments().isEmpty();
    }
  }

  private void takeKeysOut() throws IOException {
    ManifestPublication.publish(
        dataset, Optional.of(newest()), new WithoutKeys(), DurableSteps.NONE);
  }

  @Test
  void datasetWithAnIndexOfKeysStaysInItsGeneration() throws IOException {
    Manifest before = newest();
    assertEquals(before, rebuild(DurableSteps.NONE));
    assertEquals(before, newest());
  }

  @Test
  void datasetWithoutAnIndexOfKeysGetsOneInANewGeneration() throws IOException {
    List<KeySegment> first = newest().keySegments();
    takeKeysOut();
    Manifest published = rebuild(DurableSteps.NONE);
    assertEquals(3, published.generation());
    assertEquals(2, published.parentGeneration());
    assertEquals(published, newest());
    assertEquals(1, published.keySegments().size());
    assertEquals(first.get(0).entryCount(), published.keySegments().get(0).entryCount());
    Files.delete(dataset.resolve("index.lmdb"));
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertTrue(DatasetCheck.of(opened).run().isIntact());
      assertEquals("s1.jpg", opened.sample("s1.jpg", Fidelity.FULL).key());
    }
    assertEquals(published, rebuild(DurableSteps.NONE));
    assertEquals(List.of(), notices);
  }

  @Test
  void generationThatAnotherPublishesMeanwhileIsBuiltOn() throws IOException {
    takeKeysOut();
    DurableSteps another =
        (step, file) -> {
          if (step == Step.LINK && file.endsWith("manifest-3.pcrm") && !Files.exists(file)) {
            takeKeysOut();
          }
        };
    Manifest published = rebuild(another);
    assertEquals(4, published.generation());
    assertEquals(1, published.keySegments().size());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertTrue(DatasetCheck.of(opened).run().isIntact());
    }
  }

  @Test
  void damagedShardKeepsTheGenerationAndIsSaid() throws IOException {
    takeKeysOut();
    Manifest before = newest();
    byte[] bytes = Files.readAllBytes(dataset.resolve(SHARD));
    Files.write(dataset.resolve(SHARD), new byte[bytes.length]);
    assertThrows(PcrException.class, () -> rebuild(DurableSteps.NONE));
    assertEquals(before, newest());
    assertEquals(1, notices.size(), notices::toString);
    assertTrue(notices.get(0).contains("has no index of keys"), notices.get(0));
    assertFalse(Files.exists(dataset.resolve("keys-3-0.pcrk")));
  }
}
