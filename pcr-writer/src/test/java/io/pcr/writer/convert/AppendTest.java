package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppendTest extends AppendFixture {
  @Test
  void shardThatTheManifestDoesNotKnowIsNeitherWrittenOverNorDeleted() throws Exception {
    Path more =
        Sources.write(temporary.resolve("m"), Map.of("c2/n.jpg", JpegFixtures.baseline(9, 20, 20)));
    Path stranger = out.resolve("part-00001.pcr");
    Files.copy(out.resolve("part-00000.pcr"), stranger);
    byte[] bytes = Files.readAllBytes(stranger);
    List<String> said = new ArrayList<>();
    ConversionListener listener =
        new ConversionListener() {
          @Override
          public void notice(String notice) {
            said.add(notice);
          }
        };
    ConversionSummary summary = Conversion.append(options(more), listener);
    assertEquals(2, summary.manifest().generation());
    assertEquals(List.of("part-00002.pcr"), summary.added().stream().map(s -> s.name()).toList());
    assertArrayEquals(bytes, Files.readAllBytes(stranger));
    assertTrue(said.get(0).startsWith(stranger + " is not a shard that this run"), said::toString);
  }

  // Covers R-COMMIT-2
  @Test
  void newShardsJoinTheOldOnesWhichStayAsTheyAre() throws Exception {
    Map<String, byte[]> before = Sources.read(out);
    Path more =
        Sources.write(
            temporary.resolve("more"),
            Map.of(
                "c2/new.jpg", JpegFixtures.baseline(99, 20, 20),
                "a-new-class/1.jpg", JpegFixtures.baseline(98, 20, 20),
                "c1/1.jpg", JpegFixtures.baseline(97, 20, 20)));
    ConversionSummary summary = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(2, summary.manifest().generation());
    assertEquals(1, summary.rejects());
    assertEquals(List.of("part-00001.pcr"), summary.added().stream().map(s -> s.name()).toList());
    assertArrayEquals(before.get("part-00000.pcr"), Sources.read(out).get("part-00000.pcr"));
    ReadBack back = ReadBack.of(out);
    assertEquals(12, back.samples.size());
    assertEquals(
        List.of(
            new ClassName(0, "c0"),
            new ClassName(1, "c1"),
            new ClassName(2, "c2"),
            new ClassName(3, "a-new-class")),
        back.manifest.classNames());
    assertEquals(2L, back.samples.get("c2/new.jpg").label());
    assertEquals(3L, back.samples.get("a-new-class/1.jpg").label());
    assertArrayEquals(
        Files.readAllBytes(source.resolve("c1/1.jpg")), back.samples.get("c1/1.jpg").original());
    List<String> rejects = Files.readAllLines(out.resolve(Conversion.REJECTS_NAME));
    assertEquals(2, rejects.size());
    assertTrue(rejects.get(0).contains("NOT_AN_IMAGE"), rejects.get(0));
    assertTrue(rejects.get(1).contains("DUPLICATE_KEY"), rejects.get(1));
  }

  @Test
  void appendedTwiceItCountsOn() throws Exception {
    for (int i = 1; i <= 2; i++) {
      Path more =
          Sources.write(
              temporary.resolve("more" + i),
              Map.of("c0/m" + i + ".jpg", JpegFixtures.baseline(i, 20, 20)));
      ConversionSummary summary = Conversion.append(options(more), ConversionListener.SILENT);
      assertEquals(1 + i, summary.manifest().generation());
      assertEquals(0, summary.rejects());
    }
    assertEquals(12, ReadBack.of(out).samples.size());
  }

  @Test
  void newClassesAreNumberedAboveLabelsThatHaveNoNames() throws Exception {
    Path labelled = temporary.resolve("labelled");
    Path images =
        Sources.write(
            temporary.resolve("images"),
            Map.of(
                "a.jpg", JpegFixtures.baseline(1, 20, 20),
                "b.jpg", JpegFixtures.baseline(2, 20, 20)));
    Path labels =
        Files.writeString(temporary.resolve("labels.csv"), "path,label\na.jpg,0\nb.jpg,7\n");
    Conversion.convert(
        ConversionOptions.of(
            FolderSourceOptions.of(images).withLabelsFile(Optional.of(labels)), labelled),
        ConversionListener.SILENT);
    Path more =
        Sources.write(
            temporary.resolve("more"), Map.of("cat/c.jpg", JpegFixtures.baseline(3, 20, 20)));
    ConversionOptions add = ConversionOptions.of(FolderSourceOptions.of(more), labelled);
    Conversion.append(add, ConversionListener.SILENT);
    ReadBack back = ReadBack.of(labelled);
    assertEquals(List.of(new ClassName(8, "cat")), back.manifest.classNames());
    assertEquals(0L, back.samples.get("a.jpg").label());
    assertEquals(7L, back.samples.get("b.jpg").label());
    assertEquals(8L, back.samples.get("cat/c.jpg").label());
  }

  @Test
  void classesAreRefusedWhereNoNumberIsLeft() throws Exception {
    Path images =
        Sources.write(temporary.resolve("i"), Map.of("a.jpg", JpegFixtures.baseline(1, 20, 20)));
    Path labels =
        Files.writeString(
            temporary.resolve("labels.csv"), "path,label\na.jpg," + Long.MAX_VALUE + "\n");
    Path full = temporary.resolve("full");
    Conversion.convert(
        ConversionOptions.of(
            FolderSourceOptions.of(images).withLabelsFile(Optional.of(labels)), full),
        ConversionListener.SILENT);
    Map<String, byte[]> before = Sources.read(full);
    ConversionOptions add = ConversionOptions.of(FolderSourceOptions.of(source), full);
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class, () -> Conversion.append(add, ConversionListener.SILENT));
    assertTrue(e.getMessage().contains(Long.toString(Long.MAX_VALUE)), e.getMessage());
    ConversionTest.assertSameFiles(before, Sources.read(full));
  }

  @Test
  void otherScriptIsRefusedAndNothingChanges() throws Exception {
    Map<String, byte[]> before = Sources.read(out);
    ConversionOptions other =
        options(source).toBuilder()
            .encode(
                EncodeSettings.builder().scripts(ScanScripts.named(ScanScripts.LIBJPEG)).build())
            .build();
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class, () -> Conversion.append(other, ConversionListener.SILENT));
    assertTrue(e.getMessage().contains("groups by quality of 0.9, 0.95"), e.getMessage());
    assertTrue(e.getMessage().contains("\"libjpeg\""), e.getMessage());
    ConversionTest.assertSameFiles(before, Sources.read(out));
  }

  @Test
  void otherColumnsAreRefusedAndNothingChanges() throws Exception {
    Map<String, byte[]> before = Sources.read(out);
    ConversionOptions other =
        ConversionOptions.of(
            FolderSourceOptions.of(source)
                .withFileColumns(List.of(FileColumn.parse("mask={stem}.png"))),
            out);
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class, () -> Conversion.append(other, ConversionListener.SILENT));
    assertTrue(e.getMessage().contains("mask"), e.getMessage());
    ConversionTest.assertSameFiles(before, Sources.read(out));
  }

  @Test
  void folderWithoutADatasetCannotBeAddedTo() throws Exception {
    Path empty = Files.createDirectories(temporary.resolve("empty"));
    ConversionOptions options = ConversionOptions.of(FolderSourceOptions.of(source), empty);
    assertThrows(
        RunRejectedException.class, () -> Conversion.append(options, ConversionListener.SILENT));
    assertFalse(Files.exists(empty.resolve(".pcr-run")));
  }
}
