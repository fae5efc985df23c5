package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever publishes a dataset does it in one order. */
class PublicationOrderTest {
  private static final Set<String> NAMES =
      Set.of(".index.tmp", Manifest.FILE_NAME, "index.lmdb", "index.lmdb.sum");

  private static final List<String> ORDER =
      List.of(
          "CREATE .index.tmp",
          "LINK manifest-%d.pcrm",
          "RENAME manifest.pcrm",
          "RENAME index.lmdb",
          "RENAME index.lmdb.sum");

  @TempDir private Path temporary;

  private final List<String> done = new ArrayList<>();

  private final DurableSteps steps =
      (step, path) -> {
        String name = path.getFileName().toString();
        boolean isNaming =
            step == DurableSteps.Step.RENAME
                || step == DurableSteps.Step.LINK
                || name.equals(".index.tmp");
        boolean isGeneration = GenerationNames.generation(name).isPresent();
        if (isNaming && (isGeneration || NAMES.contains(name))) {
          done.add(step + " " + name);
        }
      };

  @Test
  void conversionAppendAndWriterPublishInOneOrder() throws Exception {
    Path out = temporary.resolve("converted");
    Conversion.convert(options(1, out), ConversionListener.SILENT, steps);
    assertOrder(1);
    Conversion.append(options(2, out), ConversionListener.SILENT, steps);
    assertOrder(2);
    Path written = temporary.resolve("written");
    try (PcrWriter writer = PcrWriter.create(written, PcrWriterOptions.DEFAULT, steps)) {
      writer.add(PcrSample.of("a.jpg", JpegFixtures.baseline(1, 20, 20)));
      writer.finish();
    }
    assertOrder(1);
  }

  @Test
  void newDatasetWhoseIndexCannotBeBuiltIsNotPublishedUntilItCan() throws Exception {
    Path out = temporary.resolve("out");
    IOException full = new IOException("full");
    DurableSteps failing =
        (step, path) -> {
          if (path.endsWith(".index.tmp")) {
            throw full;
          }
        };
    assertThrows(
        IOException.class,
        () -> Conversion.convert(options(1, out), ConversionListener.SILENT, failing));
    assertFalse(Files.exists(out.resolve(Manifest.FILE_NAME)));
    assertFalse(Files.exists(out.resolve(".index.tmp")));
    Conversion.convert(options(1, out), ConversionListener.SILENT);
    assertEquals(1, ReadBack.of(out).samples.size());
  }

  @Test
  void newSamplesJoinADatasetWhoseIndexCannotBeBuiltAndTheErrorIsThrown() throws Exception {
    Path out = temporary.resolve("out");
    Conversion.convert(options(1, out), ConversionListener.SILENT);
    DurableSteps failing =
        (step, path) -> {
          if (path.endsWith(".index.tmp")) {
            throw new IOException("full");
          }
        };
    IOException thrown =
        assertThrows(
            IOException.class,
            () -> Conversion.append(options(2, out), ConversionListener.SILENT, failing));
    assertEquals("full", thrown.getCause().getMessage());
    assertEquals(2, ManifestPublication.newest(out).orElseThrow().generation());
    assertEquals(2, ReadBack.of(out).samples.size());
  }

  private void assertOrder(int generation) {
    assertEquals(ORDER.stream().map(each -> String.format(each, generation)).toList(), done);
    done.clear();
  }

  private ConversionOptions options(int seed, Path out) throws IOException {
    Path source =
        Sources.write(
            temporary.resolve("source" + seed),
            Map.of("c/" + seed + ".jpg", JpegFixtures.baseline(seed, 20, 20)));
    return ConversionOptions.builder(FolderSourceOptions.of(source), out).build();
  }
}
