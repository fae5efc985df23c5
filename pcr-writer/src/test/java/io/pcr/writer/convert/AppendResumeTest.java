package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AppendResumeTest extends AppendFixture {
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
  void appendBesideAMissingShardAddsItsSamplesAndNamesTheShard() throws Exception {
    Conversion.append(options(moreImages()), ConversionListener.SILENT);
    Files.delete(out.resolve("part-00001.pcr"));
    List<String> notices = new ArrayList<>();
    byte[] image = JpegFixtures.baseline(90, 20, 20);
    Path more = Sources.write(temporary.resolve("one"), Map.of("c0/one.jpg", image));
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
}
