package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source grows while a run that lists it is interrupted. */
class GrownSourceTest {
  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeSource() throws IOException {
    source = Sources.small(temporary.resolve("source"), 12);
    out = temporary.resolve("out");
  }

  @Test
  void whatHasComeSinceIsCountedAndAppendTakesIt() throws Exception {
    interrupt(FolderSourceOptions.of(source));
    Files.write(source.resolve("c0/new.jpg"), JpegFixtures.baseline(70, 20, 20));
    Files.write(source.resolve("new.jpg"), JpegFixtures.baseline(71, 20, 20));
    Files.writeString(source.resolve("new.txt"), "no image");
    ConversionSummary summary = convert(FolderSourceOptions.of(source), DurableSteps.NONE);
    assertTrue(summary.resumed());
    assertEquals(
        new Findings.Found(2, List.of("c0/new.jpg", "new.jpg")),
        summary.findings().of(Finding.NEW_SINCE_LISTED));
    assertEquals(0, summary.rejects());
    assertFalse(summary.isComplete());
    assertEquals(12, ReadBack.of(out).samples.size());
    ConversionSummary appended =
        Conversion.append(options(FolderSourceOptions.of(source)), ConversionListener.SILENT);
    assertTrue(appended.findings().of(Finding.NEW_SINCE_LISTED).count() == 0);
    assertEquals(14, ReadBack.of(out).samples.size());
  }

  @Test
  void resumedRunOfAnUnchangedSourceIsComplete() throws Exception {
    interrupt(FolderSourceOptions.of(source));
    ConversionSummary summary = convert(FolderSourceOptions.of(source), DurableSteps.NONE);
    assertTrue(summary.resumed());
    assertTrue(summary.isComplete());
    assertEquals(Map.of(), summary.findings().all());
  }

  @Test
  void archiveThatHasComeSinceIsCounted() throws Exception {
    Path tars = Files.createDirectory(temporary.resolve("tars"));
    pack(tars.resolve("0.tar"));
    SourceOptions options = TarSourceOptions.of(tars);
    interrupt(options);
    pack(tars.resolve("1.tar"));
    assertEquals(
        new Findings.Found(1, List.of("1.tar")),
        convert(options, DurableSteps.NONE).findings().of(Finding.NEW_SINCE_LISTED));
  }

  @Test
  void labelsFileThatChangedSinceIsRefusedAndNotPassedOver() throws Exception {
    Path csv = Files.writeString(temporary.resolve("l.csv"), "path,label\nc0/0.jpg,1\n");
    FolderSourceOptions options = FolderSourceOptions.of(source).withLabelsFile(Optional.of(csv));
    interrupt(options);
    Files.writeString(csv, "path,label\nc0/0.jpg,2\n");
    IOException e =
        assertThrows(RunRejectedException.class, () -> convert(options, DurableSteps.NONE));
    assertTrue(e.getMessage().contains("content of the labels: 22 bytes"), e.getMessage());
    Files.writeString(csv, "path,label\nc0/0.jpg,1\n");
    assertTrue(convert(options, DurableSteps.NONE).resumed());
    assertEquals(1L, ReadBack.of(out).samples.get("c0/0.jpg").label());
  }

  private void pack(Path tar) throws Exception {
    Process pack =
        new ProcessBuilder("tar", "-cf", tar.toString(), "-C", source.toString(), ".")
            .inheritIO()
            .start();
    assertEquals(0, pack.waitFor());
  }

  /** Ends a run when its first shard is written and the manifest is not. */
  private void interrupt(SourceOptions options) {
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                convert(
                    options,
                    (step, file) -> {
                      if (file.getFileName().toString().startsWith("part-00001")) {
                        throw new IOException("interrupted");
                      }
                    }));
    assertTrue(e.getMessage().contains("interrupted"), e.getMessage());
  }

  private ConversionSummary convert(SourceOptions options, DurableSteps steps) throws Exception {
    return Conversion.convert(options(options), ConversionListener.SILENT, steps);
  }

  private ConversionOptions options(SourceOptions options) {
    return ConversionOptions.builder(options, out).shards(new ShardLimits(1 << 20, 4)).build();
  }
}
