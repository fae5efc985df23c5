package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers see of generations, and of a writer that was ended between one and its copy. */
// Covers R-COMMIT-10, R-COMMIT-11
class GenerationsTest {
  @TempDir private Path temporary;

  private Path out;
  private final List<String> said = new ArrayList<>();
  private final ReaderOptions options = ReaderOptions.builder().notices(said::add).build();

  @BeforeEach
  void endAWriterBeforeTheCopy() throws Exception {
    out = temporary.resolve("out");
    Conversion.convert(source(1), ConversionListener.SILENT);
    DurableSteps ending =
        (step, file) -> {
          if (step == Step.RENAME && file.endsWith(Manifest.FILE_NAME)) {
            throw new IOException("ended here");
          }
        };
    assertThrows(
        IOException.class, () -> Conversion.append(source(2), ConversionListener.SILENT, ending));
  }

  private ConversionOptions source(int seed) throws IOException {
    Path folder =
        Sources.write(
            temporary.resolve("source" + seed),
            Map.of("c/" + seed + ".jpg", JpegFixtures.baseline(seed, 20, 20)));
    return ConversionOptions.builder(FolderSourceOptions.of(folder), out).build();
  }

  private static long samples(PcrDataset opened) throws IOException {
    try (PcrDataset dataset = opened) {
      return dataset.sampleCount();
    }
  }

  @Test
  void readersSeeTheGenerationBeforeAndTheNewestIfTheyAsk() throws IOException {
    DatasetLocation location = DatasetLocation.of(out);
    assertEquals(1, samples(PcrDataset.open(location, options)));
    assertEquals(2, samples(PcrDataset.openNewest(location, options)));
    assertEquals(2, samples(PcrDataset.open(location, 2, options)));
    assertEquals(1, samples(PcrDataset.open(location, 1, options)));
  }

  @Test
  void missingOrDamagedCopyIsReplacedByTheNewestGeneration() throws IOException {
    DatasetLocation location = DatasetLocation.of(out);
    Path copy = out.resolve(Manifest.FILE_NAME);
    byte[] bytes = Files.readAllBytes(copy);
    bytes[50] ^= 1;
    Files.write(copy, bytes);
    assertEquals(2, samples(PcrDataset.open(location, options)));
    assertTrue(
        said.get(0).contains("manifest.pcrm is damaged; manifest-2.pcrm is used"), said.get(0));
    Files.delete(copy);
    assertEquals(2, samples(PcrDataset.open(location, options)));
    assertTrue(said.get(1).contains("manifest.pcrm is missing"), said.get(1));
  }

  @Test
  void runThatIsResumedFindsThatItHasCommitted() throws Exception {
    ConversionSummary summary = Conversion.append(source(2), ConversionListener.SILENT);
    assertTrue(summary.resumed());
    assertEquals(2, summary.manifest().generation());
    assertEquals(1, summary.added().size());
    assertEquals(2, samples(PcrDataset.open(DatasetLocation.of(out), options)));
  }
}
