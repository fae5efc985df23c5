package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegCoefficients;
import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.convert.ConversionFailedException;
import io.pcr.writer.journal.InputCounts.Count;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversionTest {
  @TempDir private Path temporary;

  @Test
  void corpusComesBackByteForByteWithTheSameCoefficients() throws Exception {
    Path corpus = Sources.corpus(temporary);
    Map<String, byte[]> files = Sources.read(corpus);
    ConversionSummary summary =
        convert(options(corpus).toBuilder().shards(new ShardLimits(2 << 20, 40)).build());
    assertEquals(files.size(), summary.tally().get(Count.SAMPLES));
    assertEquals(0, summary.rejects());
    ReadBack back = ReadBack.of(out());
    assertEquals(files.keySet(), new TreeSet<>(back.samples.keySet()));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      ReadBack.Found found = back.samples.get(file.getKey());
      assertArrayEquals(file.getValue(), found.original(), file.getKey());
      assertEquals(RestoreKind.RECIPE, found.kind(), file.getKey());
      assertEquals(
          coefficients(file.getValue(), file.getKey()),
          coefficients(found.file(), file.getKey()),
          file.getKey());
    }
    List<String> classes =
        files.keySet().stream().map(key -> key.substring(0, key.indexOf('/'))).distinct().toList();
    assertEquals(classes, back.manifest.classNames().stream().map(name -> name.name()).toList());
    back.samples.forEach(
        (key, found) ->
            assertEquals(classes.indexOf(key.substring(0, key.indexOf('/'))), found.label(), key));
    assertFalse(Files.exists(out().resolve(".pcr-run")));
    assertFalse(Files.exists(out().resolve(Conversion.REJECTS_NAME)));
  }

  @Test
  void sameInputGivesTheSameBytesForAnyNumberOfThreads() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 60);
    Map<String, byte[]> first = null;
    for (int threads : new int[] {1, 2, 7}) {
      Path out = temporary.resolve("out" + threads);
      Conversion.convert(
          ConversionOptions.builder(FolderSourceOptions.of(source), out)
              .threads(threads)
              .shards(new ShardLimits(20_000, 16))
              .build(),
          ConversionListener.SILENT);
      Map<String, byte[]> files = datasetFiles(out);
      if (first != null) {
        assertSameFiles(first, files);
      }
      first = files;
    }
  }

  @Test
  void orderIsThatOfTheSourceOrOfTheSeed() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 30);
    List<String> keys = List.copyOf(Sources.read(source).keySet());
    assertEquals(keys, keys(SampleOrder.SOURCE, source));
    List<String> one = keys(SampleOrder.shuffled(1), source);
    List<String> two = keys(SampleOrder.shuffled(2), source);
    assertEquals(Set.copyOf(keys), Set.copyOf(one));
    assertFalse(one.equals(keys) || one.equals(two));
    assertEquals(one, keys(SampleOrder.shuffled(1), source));
  }

  private List<String> keys(SampleOrder order, Path source) throws Exception {
    Path out = Files.createTempDirectory(temporary, "ordered");
    Conversion.convert(
        ConversionOptions.builder(FolderSourceOptions.of(source), out).order(order).build(),
        ConversionListener.SILENT);
    return List.copyOf(ReadBack.of(out).samples.keySet());
  }

  @Test
  void shardEndsBeforeTheSampleThatWouldTakeItOverALimit() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 25);
    ConversionSummary summary =
        convert(options(source).toBuilder().shards(new ShardLimits(1 << 20, 10)).build());
    assertEquals(
        List.of(10, 10, 5), summary.added().stream().map(shard -> shard.sampleCount()).toList());
    Path tiny = temporary.resolve("tiny");
    ConversionSummary each =
        Conversion.convert(
            ConversionOptions.builder(FolderSourceOptions.of(source), tiny)
                .shards(new ShardLimits(1, 10))
                .build(),
            ConversionListener.SILENT);
    assertEquals(25, each.added().size());
  }

  @Test
  void withoutRestoreTheRestoreRegionHasDigestsAndNothingToRestoreFrom() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 5);
    ConversionSummary summary =
        convert(
            options(source).toBuilder()
                .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
                .build());
    assertTrue(summary.restoreBytes() < 5 * 64, () -> summary.restoreBytes() + " bytes");
    ReadBack back = ReadBack.of(out());
    back.samples.values().forEach(found -> assertNull(found.original()));
  }

  @Test
  void folderWithoutImagesIsRefusedAndNothingIsLeft() throws Exception {
    Path source = Files.createDirectories(temporary.resolve("source/empty"));
    RunRejectedException e =
        assertThrows(RunRejectedException.class, () -> convert(options(source.getParent())));
    assertTrue(e.getMessage().endsWith("holds no files"), e.getMessage());
    convert(options(Sources.small(temporary.resolve("other"), 2)));
  }

  @Test
  void folderOfRejectsAloneBecomesAnEmptyDatasetWithAllOfThemListed() throws Exception {
    Path source =
        Sources.write(
            temporary.resolve("source"),
            Map.of("a.jpg", "no image".getBytes(StandardCharsets.UTF_8), "b.jpg", new byte[0]));
    ConversionSummary summary = convert(options(source));
    assertEquals(2, summary.rejects());
    assertEquals(0, summary.added().size());
    assertEquals(2, Files.readAllLines(out().resolve(Conversion.REJECTS_NAME)).size());
  }

  @Test
  void outputThatIsNotEmptyOrInTheWrongPlaceIsRefusedAndUntouched() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 3);
    assertRefused(source, source.resolve("c0/out"), "is inside the source");
    assertRefused(source, temporary, "is inside");
    assertRefused(source, source, "is inside the source");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), source);
    assertRefused(source, link.resolve("out"), "is inside the source");
    Path file = Files.writeString(temporary.resolve("file"), "x");
    assertRefused(source, file, "is a file");
    Path full = Files.createDirectories(temporary.resolve("full"));
    Files.writeString(full.resolve("mine.txt"), "x");
    assertRefused(source, full, "it holds mine.txt");
    convert(options(source));
    assertRefused(source, out(), "already holds a dataset");
    assertEquals(List.of("mine.txt"), List.copyOf(Sources.read(full).keySet()));
    assertEquals(3, Sources.read(source).size());
  }

  @Test
  void firstRejectEndsAConversionThatAllowsNoneAndWithoutItTheRestGoesOn() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 6);
    Files.writeString(source.resolve("c2/zbad.jpg"), "bad");
    ConversionOptions strict =
        options(source).toBuilder()
            .order(SampleOrder.SOURCE)
            .shards(new ShardLimits(1 << 20, 2))
            .stopAtReject(true)
            .build();
    ConversionStoppedException e =
        assertThrows(ConversionStoppedException.class, () -> convert(strict));
    assertTrue(e.getMessage().startsWith("c2/zbad.jpg: "), e.getMessage());
    ConversionSummary summary = convert(strict.toBuilder().stopAtReject(false).build());
    assertTrue(summary.resumed());
    assertEquals(1, summary.rejects());
    assertEquals(6, summary.tally().get(Count.SAMPLES));
  }

  @Test
  void stoppedBeforeTheFirstShardAConversionLeavesNothingAndMayBeginAnew() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 6);
    Path bad = Files.writeString(source.resolve("c0/bad.jpg"), "bad");
    ConversionOptions strict = options(source).toBuilder().stopAtReject(true).build();
    assertThrows(ConversionStoppedException.class, () -> convert(strict));
    assertEquals(Map.of(), Sources.read(out()));
    Files.delete(bad);
    assertEquals(
        6,
        convert(strict.toBuilder().order(SampleOrder.SOURCE).build()).tally().get(Count.SAMPLES));
  }

  @Test
  void whatCannotBeListedEndsAConversionThatAllowsNoRejectsToo() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 3);
    Files.createSymbolicLink(source.resolve("c0/loop"), source);
    ConversionOptions options = options(source);
    ConversionStoppedException e =
        assertThrows(
            ConversionStoppedException.class,
            () -> convert(options.toBuilder().stopAtReject(true).build()));
    assertTrue(e.getMessage().startsWith("c0/loop: a link"), e.getMessage());
    List<String> heard = new ArrayList<>();
    ConversionListener listener =
        new ConversionListener() {
          @Override
          public void skipped(Reject reject) {
            heard.add(reject.path());
          }
        };
    assertEquals(1, Conversion.convert(options, listener).rejects());
    assertEquals(List.of("c0/loop"), heard);
  }

  @Test
  void writeThatFailsBeforeTheFirstShardNamesTheFolderAndSaysHowToGoOn() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 2);
    for (String name : List.of("options", "journal")) {
      DurableSteps full =
          (step, path) -> {
            if (path.endsWith(name)) {
              throw new IOException("No space left on device");
            }
          };
      ConversionFailedException e =
          assertThrows(
              ConversionFailedException.class,
              () -> Conversion.convert(options(source), ConversionListener.SILENT, full));
      assertTrue(e.getMessage().startsWith("No space left on device"), e.getMessage());
      assertTrue(e.getMessage().contains(out() + ", and the same command"), e.getMessage());
    }
    assertEquals(2, convert(options(source)).tally().get(Count.SAMPLES));
  }

  @Test
  void argumentsThatProveWrongLeaveNothingBehind() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 2);
    Path csv = Files.writeString(temporary.resolve("l.csv"), "path,mask\nc0/0.jpg,1\n");
    FolderSourceOptions twice =
        FolderSourceOptions.of(source)
            .withLabelsFile(Optional.of(csv))
            .withFileColumns(List.of(FileColumn.parse("mask=masks/{stem}.png")));
    assertThrows(IllegalArgumentException.class, () -> convert(ConversionOptions.of(twice, out())));
    Files.writeString(csv, "nothing\n");
    assertThrows(LabelsFileException.class, () -> convert(ConversionOptions.of(twice, out())));
    assertEquals(Map.of(), Sources.read(out()));
    convert(options(source));
  }

  @Test
  void dryRunRefusesWhatARunWouldRefuse() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 3);
    convert(options(source));
    assertThrows(
        RunRejectedException.class, () -> DryRun.of(options(source), ConversionListener.SILENT));
    Path empty = Files.createDirectories(temporary.resolve("empty"));
    ConversionOptions nothing =
        ConversionOptions.of(FolderSourceOptions.of(empty), temporary.resolve("o"));
    assertThrows(RunRejectedException.class, () -> DryRun.of(nothing, ConversionListener.SILENT));
    assertFalse(Files.exists(temporary.resolve("o")));
  }

  @Test
  void otherScriptThanTheDefaultIsStoredWithTheDataset() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 4);
    ScanScripts scripts = ScanScripts.named(ScanScripts.LIBJPEG);
    convert(
        options(source).toBuilder()
            .encode(EncodeSettings.builder().scripts(scripts).build())
            .build());
    ReadBack back = ReadBack.of(out());
    assertEquals(
        new FixedScans(scripts), FixedScans.recorded(back.manifest.options()).orElseThrow());
    assertEquals(scripts.groupCount(), back.manifest.groupCount());
    back.samples.values().forEach(f -> assertEquals(Encoding.PROGRESSIVE_JPEG, f.encoding()));
  }

  private void assertRefused(Path source, Path target, String reason) {
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () ->
                Conversion.convert(
                    ConversionOptions.of(FolderSourceOptions.of(source), target),
                    ConversionListener.SILENT));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  /** The files of a dataset but for the index, which need not be the same to the byte. */
  static Map<String, byte[]> datasetFiles(Path out) throws Exception {
    Map<String, byte[]> files = Sources.read(out);
    files.keySet().removeIf(name -> name.startsWith("index.lmdb"));
    // What a process leaves that dies behind its last durable step.
    files.remove(DatasetLock.FILE_NAME);
    return files;
  }

  static void assertSameFiles(Map<String, byte[]> expected, Map<String, byte[]> found) {
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }

  private static JpegCoefficients coefficients(byte[] jpeg, String name) throws Exception {
    return JpegCoefficients.read(List.of(ByteBuffer.wrap(jpeg)), Limits.DEFAULT, name);
  }

  private Path out() {
    return temporary.resolve("out");
  }

  private ConversionOptions options(Path source) {
    return ConversionOptions.of(FolderSourceOptions.of(source), out());
  }

  private static ConversionSummary convert(ConversionOptions options) throws Exception {
    return Conversion.convert(options, ConversionListener.SILENT);
  }
}
