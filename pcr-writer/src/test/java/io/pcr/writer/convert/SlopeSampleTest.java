package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.GroupTargets.Way;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slopes that a run finds before it writes. */
class SlopeSampleTest {
  private static final GroupTargets TARGETS =
      new GroupTargets(QualityMeasure.MS_SSIM, Way.SLOPE, List.of(900_000, 960_000));

  @TempDir Path temporary;

  private static ConversionOptions options(Path source, Path out) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .threads(2)
        .encode(
            EncodeSettings.builder().scans(TargetedScans.of(TARGETS, Preference.BALANCED)).build())
        .shards(new ShardLimits(1 << 20, 4))
        .build();
  }

  private static ConversionSummary convert(Path source, Path out) throws Exception {
    return Conversion.convert(options(source, out), ConversionListener.SILENT);
  }

  @Property(tries = 200)
  void placesAreOfTheSourceAndEachIsReadOnce(@ForAll @LongRange(max = 100_000) long count) {
    long[] places = SlopeSample.places(count).toArray();
    assertEquals(Math.min(count, 8L * SlopeSample.IMAGES), places.length);
    assertEquals(places.length, SlopeSample.places(count).distinct().count());
    assertTrue(SlopeSample.places(count).allMatch(place -> place >= 0 && place < count));
    long early = SlopeSample.places(count).limit(SlopeSample.IMAGES).max().orElse(0);
    assertTrue(early >= count * .98 - 8, "the first are spread up to " + early + " of " + count);
  }

  @Test
  void oneJpegAmongOthersIsEnough() throws Exception {
    Path source = temporary.resolve("source");
    Sources.write(source, Map.of("a/1.jpg", JpegFixtures.baseline(1, 40, 30)));
    for (int i = 0; i < 20; i++) {
      Files.writeString(source.resolve("a/0" + i + ".jpg"), "no image");
    }
    Path out = temporary.resolve("out");
    assertEquals(20, convert(source, out).rejects());
    ReadBack back = ReadBack.of(out);
    assertEquals(1, back.samples.size());
    assertTrue(back.manifest.options().containsKey("slopes"));
  }

  @Test
  void withoutAnyJpegNothingIsWrittenAndTheOtherWayIsNamed() throws Exception {
    Path source = Files.createDirectories(temporary.resolve("source/a"));
    Files.writeString(source.resolve("1.jpg"), "no image");
    Path out = temporary.resolve("out");
    RunRejectedException e =
        assertThrows(RunRejectedException.class, () -> convert(source.getParent(), out));
    assertTrue(e.getMessage().contains("none of 1 inputs"), e.getMessage());
    assertTrue(e.getMessage().contains("--groups-by=quality"), e.getMessage());
    assertFalse(Files.exists(out.resolve("manifest.pcrm")));
  }

  @Test
  void runStoppedAnywhereGoesOnToTheSameFiles() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 10);
    Path undisturbed = temporary.resolve("undisturbed");
    AtomicInteger all = new AtomicInteger();
    Conversion.convert(
        options(source, undisturbed),
        ConversionListener.SILENT,
        (step, file) -> all.incrementAndGet());
    Map<String, byte[]> expected = shardsAndManifest(undisturbed);
    for (int stop = 0; stop < all.get(); stop++) {
      Path out = temporary.resolve("out" + stop);
      int last = stop;
      AtomicInteger steps = new AtomicInteger();
      DurableSteps stopping =
          (step, file) -> {
            if (steps.getAndIncrement() >= last) {
              throw new IOException("stopped");
            }
          };
      try {
        Conversion.convert(options(source, out), ConversionListener.SILENT, stopping);
      } catch (IOException e) {
        // Some steps stop the run, others only what it would have tidied up.
      }
      boolean finished = Files.exists(out.resolve("manifest.pcrm"));
      if (!finished || Files.exists(out.resolve(RunFolder.NAME))) {
        convert(source, out);
      }
      ConversionTest.assertSameFiles(expected, shardsAndManifest(out));
    }
  }

  /** Without the index, which a stopped run may leave to readers. */
  private static Map<String, byte[]> shardsAndManifest(Path dataset) throws IOException {
    Map<String, byte[]> files = Sources.read(dataset);
    files.keySet().removeIf(name -> !name.startsWith("part-") && !name.equals("manifest.pcrm"));
    return files;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12", "-1,5", "200,100", "\u00ff\u00ff", "999,1000"})
  void whatARunKeptAndNobodyCanReadIsFoundAnew(String damaged) throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 10);
    Path undisturbed = temporary.resolve("undisturbed");
    convert(source, undisturbed);
    Path out = temporary.resolve("out");
    DurableSteps stopping =
        (step, file) -> {
          if (file.getFileName().toString().startsWith("part-00001")) {
            throw new IOException("stopped");
          }
        };
    assertThrows(
        IOException.class,
        () -> Conversion.convert(options(source, out), ConversionListener.SILENT, stopping));
    Path kept = out.resolve(RunFolder.NAME).resolve("slopes");
    assertTrue(Files.exists(kept));
    Files.writeString(kept, damaged);
    convert(source, out);
    ConversionTest.assertSameFiles(
        ConversionTest.datasetFiles(undisturbed), ConversionTest.datasetFiles(out));
  }
}
