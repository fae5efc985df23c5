package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.script.ScanScripts;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendTest {
  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeADataset() throws Exception {
    source = Sources.small(temporary.resolve("source"), 10);
    Files.writeString(source.resolve("c0/bad.jpg"), "bad");
    out = temporary.resolve("out");
    Conversion.convert(options(source), ConversionListener.SILENT);
  }

  @Test
  void shardThatTheManifestDoesNotKnowIsNeitherWrittenOverNorDeleted() throws Exception {
    Path more =
        Sources.write(temporary.resolve("m"), Map.of("c2/n.jpg", JpegFixtures.baseline(9, 20, 20)));
    Path stranger = out.resolve("part-00001.pcr");
    Files.copy(out.resolve("part-00000.pcr"), stranger);
    Map<String, byte[]> before = Sources.read(out);
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () -> Conversion.append(options(more), ConversionListener.SILENT));
    assertTrue(e.getMessage().startsWith(stranger.toString()), e.getMessage());
    ConversionTest.assertSameFiles(before, Sources.read(out));
    Files.delete(stranger);
    assertEquals(
        2, Conversion.append(options(more), ConversionListener.SILENT).manifest().generation());
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
  void sameAppendRunAgainAddsNothingAndChangesNothing() throws Exception {
    Path more = moreImages();
    Conversion.append(options(more), ConversionListener.SILENT);
    Map<String, byte[]> before = Sources.read(out);
    ConversionSummary again = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(2, again.manifest().generation());
    assertEquals(0, again.rejects());
    assertEquals(2, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(List.of(), again.added());
    ConversionTest.assertSameFiles(before, Sources.read(out));
  }

  @Test
  void whatIsThereAlreadyIsSkippedAndWhatDiffersIsRejected() throws Exception {
    Path more = moreImages();
    Conversion.append(options(more), ConversionListener.SILENT);
    Files.write(more.resolve("c1/n2.jpg"), JpegFixtures.baseline(77, 20, 20));
    Files.write(more.resolve("c1/n3.jpg"), JpegFixtures.baseline(78, 20, 20));
    ConversionSummary again = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(3, again.manifest().generation());
    assertEquals(1, again.tally().get(InputCounts.Count.SAMPLES));
    assertEquals(1, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(1, again.rejects());
    assertTrue(
        Files.readString(out.resolve(Conversion.REJECTS_NAME)).contains("\"c1/n2.jpg\""),
        "the one that differs is listed");
  }

  @Test
  void sameImageWithAnotherLabelOrValueIsRejected() throws Exception {
    Path images =
        Sources.write(temporary.resolve("i"), Map.of("a.jpg", JpegFixtures.baseline(1, 20, 20)));
    Path labelled = temporary.resolve("labelled");
    long rejects = 0;
    long present = 0;
    for (String row : List.of("a.jpg,3,x", "a.jpg,3,x", "a.jpg,4,x", "a.jpg,3,y")) {
      Path labels =
          Files.writeString(temporary.resolve("labels.csv"), "path,label,caption\n" + row + "\n");
      ConversionOptions options =
          ConversionOptions.of(
              FolderSourceOptions.of(images).withLabelsFile(Optional.of(labels)), labelled);
      if (Files.exists(labelled)) {
        ConversionSummary summary = Conversion.append(options, ConversionListener.SILENT);
        assertEquals(1, summary.manifest().generation(), row);
        rejects += summary.rejects();
        present += summary.tally().get(InputCounts.Count.PRESENT);
      } else {
        Conversion.convert(options, ConversionListener.SILENT);
      }
    }
    assertEquals(2, rejects);
    assertEquals(1, present);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zlib", "zstd"})
  void recordsAreComparedByTheirBytesHoweverTheyAreCompressed(String compression) throws Exception {
    Path records = temporary.resolve("records");
    Path images = Sources.small(temporary.resolve("images"), 9);
    ConversionOptions convert =
        ConversionOptions.builder(FolderSourceOptions.of(images), records)
            .variant(new TfRecordVariant(compression))
            .shards(new ShardLimits(1 << 20, 2))
            .build();
    Conversion.convert(convert, ConversionListener.SILENT);
    ConversionSummary again = Conversion.append(convert, ConversionListener.SILENT);
    assertEquals(1, again.manifest().generation());
    assertEquals(9, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, again.missingOriginals(RestorePolicy.EXACT));
    assertEquals(0, again.rejects());
    Files.write(images.resolve("c0/3.jpg"), JpegFixtures.baseline(77, 24, 17));
    ConversionSummary changed = Conversion.append(convert, ConversionListener.SILENT);
    assertEquals(8, changed.tally().get(InputCounts.Count.PRESENT));
    assertEquals(Map.of(RejectReason.DUPLICATE_KEY, 1L), changed.listed());
  }

  @Test
  void recordsThatCannotBeReadAreNotTakenForTheSame() throws Exception {
    Path records = temporary.resolve("records");
    ConversionOptions convert =
        ConversionOptions.builder(FolderSourceOptions.of(moreImages()), records)
            .variant(new TfRecordVariant("gzip"))
            .build();
    Conversion.convert(convert, ConversionListener.SILENT);
    Path shard = records.resolve("part-00000.tfrecord.gz");
    byte[] damaged = Files.readAllBytes(shard);
    damaged[damaged.length / 2] ^= 1;
    Files.write(shard, damaged);
    ConversionSummary again = Conversion.append(convert, ConversionListener.SILENT);
    assertEquals(0, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(Map.of(RejectReason.DUPLICATE_KEY, 2L), again.listed());
  }

  /** A Liquid sample may be its original though no restore data says so. */
  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid"})
  void whatIsThereWithoutItsOriginalIsCounted(String variant) throws Exception {
    Path images = Sources.small(temporary.resolve("images"), 12);
    Path lossy = temporary.resolve("lossy");
    ConversionOptions exact =
        ConversionOptions.builder(FolderSourceOptions.of(images), lossy)
            .variant(KilledConversion.variant(variant))
            .build();
    Conversion.convert(
        exact.toBuilder()
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .build(),
        ConversionListener.SILENT);
    Map<String, byte[]> originals = Sources.read(images);
    Map<String, ReadBack.Found> stored = ReadBack.of(lossy).samples;
    long lost =
        originals.entrySet().stream()
            .filter(file -> !Arrays.equals(file.getValue(), stored.get(file.getKey()).file()))
            .count();
    assertTrue(lost > 0, "originals are not kept");
    ConversionSummary again = Conversion.append(exact, ConversionListener.SILENT);
    assertEquals(12, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(lost, again.missingOriginals(RestorePolicy.EXACT));
    assertEquals(0, again.missingOriginals(RestorePolicy.NONE));
    Path kept = temporary.resolve("kept");
    ConversionOptions all =
        ConversionOptions.builder(FolderSourceOptions.of(images), kept)
            .variant(KilledConversion.variant(variant))
            .build();
    Conversion.convert(all, ConversionListener.SILENT);
    ConversionSummary complete = Conversion.append(all, ConversionListener.SILENT);
    assertEquals(12, complete.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, complete.missingOriginals(RestorePolicy.EXACT));
  }

  /** A copy that lies beside a damaged shard has what it lacks; without one, the damage is said. */
  @Test
  void whatIsThereWithDamagedRestoreDataIsReadFromACopyOrSaid() throws Exception {
    Path images = Sources.small(temporary.resolve("images"), 6);
    Path kept = temporary.resolve("kept");
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(images), kept).build();
    Conversion.convert(options, ConversionListener.SILENT);
    Path shard = kept.resolve("part-00000.pcr");
    Path copy = Files.copy(shard, kept.resolve("copy-of-it.pcr"));
    try (FileByteSource source = FileByteSource.open(shard)) {
      long directory =
          ShardFile.open(source, Limits.DEFAULT).regions().restore().orElseThrow().offset();
      byte[] bytes = Files.readAllBytes(shard);
      bytes[(int) directory + 8] ^= 0x55;
      Files.write(shard, bytes);
    }
    ConversionSummary fromCopy = Conversion.append(options, ConversionListener.SILENT);
    assertEquals(6, fromCopy.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, fromCopy.missingOriginals(RestorePolicy.EXACT));
    Files.delete(copy);
    ConversionSummary damaged = Conversion.append(options, ConversionListener.SILENT);
    assertEquals(6, damaged.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, damaged.tally().get(InputCounts.Count.PRESENT_WITHOUT_ORIGINAL));
    assertEquals(6, damaged.tally().get(InputCounts.Count.PRESENT_WITH_DAMAGED_ORIGINAL));
    assertEquals(6, damaged.missingOriginals(RestorePolicy.EXACT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip"})
  void recordsOfADamagedShardAreComparedWithAnIntactCopy(String compression) throws Exception {
    Path images = Sources.small(temporary.resolve("images"), 6);
    Path records = temporary.resolve("records");
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(images), records)
            .variant(new TfRecordVariant(compression))
            .build();
    ConversionSummary made = Conversion.convert(options, ConversionListener.SILENT);
    Path shard = records.resolve(made.added().get(0).name());
    Path copy = Files.copy(shard, records.resolve("copy-" + made.added().get(0).name()));
    byte[] bytes = Files.readAllBytes(shard);
    for (int at = 100; at < bytes.length; at += 100) {
      bytes[at] ^= 0x55;
    }
    Files.write(shard, bytes);
    ConversionSummary again = Conversion.append(options, ConversionListener.SILENT);
    assertEquals(6, again.tally().get(InputCounts.Count.PRESENT), again::toString);
    assertEquals(0, again.rejects());
    Files.delete(copy);
    ConversionSummary damaged = Conversion.append(options, ConversionListener.SILENT);
    assertTrue(damaged.rejects() > 0, damaged::toString);
  }

  @Test
  void appendThatFailsAtAnyDurableStepAndIsRunAgainEndsAsOneThatDidNot() throws Exception {
    Path more = moreImages();
    Path whole = copyOf(out, "whole");
    AtomicInteger steps = new AtomicInteger();
    Conversion.append(
        options(more, whole), ConversionListener.SILENT, (step, file) -> steps.incrementAndGet());
    Map<String, byte[]> expected = ConversionTest.datasetFiles(whole);
    for (int stop = 0; stop < steps.get(); stop++) {
      Path stopped = copyOf(out, "stopped" + stop);
      int last = stop;
      AtomicInteger taken = new AtomicInteger();
      DurableSteps dying =
          (step, file) -> {
            if (taken.getAndIncrement() >= last) {
              throw new IOException("stopped here");
            }
          };
      assertThrows(
          IOException.class,
          () -> Conversion.append(options(more, stopped), ConversionListener.SILENT, dying));
      ConversionSummary summary =
          Conversion.append(options(more, stopped), ConversionListener.SILENT);
      assertEquals(2, summary.manifest().generation(), "stopped at " + stop);
      assertEquals(0, summary.rejects(), "stopped at " + stop);
      ConversionTest.assertSameFiles(expected, ConversionTest.datasetFiles(stopped));
    }
  }

  // Covers R-COMMIT-2
  @Test
  void appendThatWasEndedBehindItsManifestLeavesItsShardsAloneWhenItIsResumed() throws Exception {
    Path more = moreImages();
    appendAndEndBehindTheManifest(more);
    Path published = out.resolve("part-00001.pcr");
    byte[] bytes = Files.readAllBytes(published);
    Path renamed = Files.move(published, out.resolve("part-00007.pcr"));
    for (String gone : List.of("c1/n1.jpg", "c1/n2.jpg")) {
      Files.delete(more.resolve(gone));
    }
    ConversionSummary summary = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(2, summary.manifest().generation());
    assertEquals(2, summary.tally().get(InputCounts.Count.SAMPLES));
    assertArrayEquals(bytes, Files.readAllBytes(renamed));
    assertFalse(Files.exists(published));
    assertFalse(Files.exists(out.resolve(".pcr-run")));
    Files.move(renamed, published);
    assertEquals(12, ReadBack.of(out).samples.size());
  }

  @Test
  void appendBesideAMissingShardNamesItAndEndsWhenItIsRunAgain() throws Exception {
    Conversion.append(options(moreImages()), ConversionListener.SILENT);
    Files.delete(out.resolve("part-00001.pcr"));
    byte[] image = JpegFixtures.baseline(90, 20, 20);
    Path more = Sources.write(temporary.resolve("one"), Map.of("c0/one.jpg", image));
    IOException e =
        assertThrows(
            IOException.class, () -> Conversion.append(options(more), ConversionListener.SILENT));
    assertTrue(e.getMessage().contains("part-00001.pcr: no such file"), e.getMessage());
    List<String> notices = new ArrayList<>();
    ConversionListener hearing =
        new ConversionListener() {
          @Override
          public void notice(String message) {
            notices.add(message);
          }
        };
    ConversionSummary summary = Conversion.append(options(more), hearing);
    assertEquals(3, summary.manifest().generation());
    assertEquals(1, summary.tally().get(InputCounts.Count.SAMPLES));
    assertTrue(notices.toString().contains("part-00001.pcr is missing"), notices::toString);
    assertFalse(Files.exists(out.resolve(".pcr-run")));
  }

  @Test
  void appendThatWasEndedBehindItsManifestEndsAlsoWhereItsShardWasDamagedSince() throws Exception {
    Path more = moreImages();
    appendAndEndBehindTheManifest(more);
    Path published = out.resolve("part-00001.pcr");
    byte[] damaged = Files.readAllBytes(published);
    damaged[100] ^= 1;
    Files.write(published, damaged);
    ConversionSummary summary = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(2, summary.manifest().generation());
    assertArrayEquals(damaged, Files.readAllBytes(published));
    assertFalse(Files.exists(out.resolve(".pcr-run")));
  }

  private void appendAndEndBehindTheManifest(Path more) {
    assertThrows(
        IOException.class,
        () ->
            Conversion.append(
                options(more),
                ConversionListener.SILENT,
                (step, file) -> {
                  if (file.endsWith(".index.tmp")) {
                    throw new IOException("ended here");
                  }
                }));
  }

  private Path moreImages() throws IOException {
    return Sources.write(
        temporary.resolve("more"),
        Map.of(
            "c1/n1.jpg", JpegFixtures.baseline(91, 20, 20),
            "c1/n2.jpg", JpegFixtures.baseline(92, 20, 20)));
  }

  private Path copyOf(Path dataset, String name) throws IOException {
    Path copy = Files.createDirectories(temporary.resolve(name));
    for (Map.Entry<String, byte[]> file : Sources.read(dataset).entrySet()) {
      Files.write(copy.resolve(file.getKey()), file.getValue());
    }
    return copy;
  }

  @Test
  void indexThatCannotBeWrittenBehindTheManifestIsANotice() throws Exception {
    StringBuilder said = new StringBuilder();
    ConversionListener listener =
        new ConversionListener() {
          @Override
          public void notice(String notice) {
            said.append(notice);
          }
        };
    DurableSteps inTheWay =
        (step, file) -> {
          if (step == DurableSteps.Step.CREATE && file.endsWith(".index.tmp")) {
            Files.writeString(file, "a file where a folder is to be");
          }
        };
    ConversionSummary summary = Conversion.append(options(moreImages()), listener, inTheWay);
    assertEquals(2, summary.manifest().generation());
    assertTrue(said.toString().contains("the index cannot be written"), said::toString);
    assertFalse(Files.exists(out.resolve(".pcr-run")));
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

  @Test
  void runThatWasBegunAsAnotherActionIsNotResumed() throws Exception {
    Path other = temporary.resolve("other");
    ConversionOptions strict =
        ConversionOptions.builder(FolderSourceOptions.of(source), other)
            .order(SampleOrder.SOURCE)
            .shards(new ShardLimits(1 << 20, 1))
            .stopAtReject(true)
            .build();
    assertThrows(
        ConversionStoppedException.class,
        () -> Conversion.convert(strict, ConversionListener.SILENT));
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () ->
                Conversion.convert(
                    strict.toBuilder().order(SampleOrder.shuffled(1)).build(),
                    ConversionListener.SILENT));
    assertTrue(e.getMessage().contains("order: source before, shuffle 1 now"), e.getMessage());
    RunRejectedException append =
        assertThrows(
            RunRejectedException.class, () -> Conversion.append(strict, ConversionListener.SILENT));
    assertTrue(append.getMessage().contains("unfinished run"), append.getMessage());
  }

  @Test
  void unfinishedAppendNeverAdvisesToDeleteTheDataset() throws Exception {
    Path more = Sources.small(temporary.resolve("more"), 12);
    ConversionOptions one = options(more).toBuilder().order(SampleOrder.SOURCE).build();
    DurableSteps killed =
        (step, path) -> {
          if (path.endsWith("part-00001.pcr")) {
            throw new IOException("killed");
          }
        };
    assertThrows(
        IOException.class, () -> Conversion.append(one, ConversionListener.SILENT, killed));
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () -> Conversion.append(options(more), ConversionListener.SILENT));
    assertFalse(e.getMessage().contains("delete the folder"), e.getMessage());
    assertTrue(e.getMessage().contains("delete only " + out.resolve(".pcr-run")), e.getMessage());
  }

  private ConversionOptions options(Path from) {
    return options(from, out);
  }

  private static ConversionOptions options(Path from, Path to) {
    return ConversionOptions.of(FolderSourceOptions.of(from), to);
  }
}
