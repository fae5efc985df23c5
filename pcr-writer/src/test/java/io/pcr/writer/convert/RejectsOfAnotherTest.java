package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another writer's list of rejects appears in the last moment. */
class RejectsOfAnotherTest {
  private static final String OTHER = "{\"path\":\"x\",\"reason\":\"NAME\",\"detail\":\"d\"}\n";

  @TempDir private Path temporary;

  private Path out() {
    return temporary.resolve("out");
  }

  private Path rejects() {
    return out().resolve(Conversion.REJECTS_NAME);
  }

  private ConversionOptions options(int seed) throws IOException {
    Path source = temporary.resolve("source" + seed);
    if (!Files.exists(source)) {
      Sources.write(
          source,
          Map.of(
              "c/" + seed + ".jpg",
              JpegFixtures.baseline(seed, 20, 20),
              "c/bad" + seed + ".jpg",
              "no image".getBytes(StandardCharsets.UTF_8)));
    }
    return ConversionOptions.builder(FolderSourceOptions.of(source), out()).build();
  }

  private DurableSteps writingBefore(Step wanted) {
    return (step, file) -> {
      if (step == wanted && file.endsWith(Conversion.REJECTS_NAME)) {
        Files.writeString(rejects(), OTHER);
      }
    };
  }

  private void requireKept() throws IOException {
    assertEquals(OTHER, Files.readString(rejects()));
  }

  @Test
  void listThatAppearsInTheLastMomentIsNotOverwritten() throws Exception {
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () ->
                Conversion.convert(
                    options(1), ConversionListener.SILENT, writingBefore(Step.LINK)));
    assertTrue(e.getMessage().startsWith(rejects() + " was created or changed"), e.getMessage());
    requireKept();
    assertFalse(ManifestPublication.isDataset(out()));
    Files.delete(rejects());
    Conversion.convert(options(1), ConversionListener.SILENT);
    assertEquals(1, Files.readAllLines(rejects()).size());
  }

  @Test
  void listThatChangesInTheLastMomentIsNotOverwritten() throws Exception {
    Conversion.convert(options(1), ConversionListener.SILENT);
    String first = Files.readString(rejects());
    assertThrows(
        RunRejectedException.class,
        () -> Conversion.append(options(2), ConversionListener.SILENT, writingBefore(Step.RENAME)));
    requireKept();
    Files.writeString(rejects(), first);
    Conversion.append(options(2), ConversionListener.SILENT);
    assertEquals(2, Files.readAllLines(rejects()).size());
    assertTrue(Files.readString(rejects()).startsWith(first));
    assertEquals(2, ReadBack.of(out()).samples.size());
  }
}
