package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.script.ScanScripts;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.journal.InputCounts.Count;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Liquid datasets from folders and from programs. */
class LiquidConversionTest {
  private static final String MIX = "jpeg:6,raw:4";

  @TempDir private Path temporary;

  private ConversionOptions options(Path source, String name, String mix) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), temporary.resolve(name))
        .variant(new LiquidVariant(FormatMix.parse(mix), 0))
        .shards(new ShardLimits(64 << 20, 20))
        .build();
  }

  private static Map<Encoding, Long> formats(Iterable<ReadBack.Found> samples) {
    Map<Encoding, Long> formats = new EnumMap<>(Encoding.class);
    samples.forEach(sample -> formats.merge(sample.encoding(), 1L, Long::sum));
    return formats;
  }

  private static Map<Encoding, Long> wanted(String mix, long samples) {
    return new EnumMap<>(FormatMix.parse(mix).counts(samples));
  }

  @Test
  void ratioHoldsInTheDatasetAndInEveryShardAndEveryOriginalComesBack() throws Exception {
    Path source = Sources.corpus(temporary);
    ConversionSummary summary =
        Conversion.convert(options(source, "out", MIX), ConversionListener.SILENT);
    Map<String, byte[]> originals = Sources.read(source);
    ReadBack back = ReadBack.of(temporary.resolve("out"));
    assertEquals(originals.keySet(), Map.copyOf(back.samples).keySet());
    assertEquals(wanted(MIX, originals.size()), formats(back.samples.values()));
    back.samples.forEach(
        (key, sample) -> {
          assertArrayEquals(originals.get(key), sample.original(), key);
          boolean jpeg = sample.encoding() == Encoding.JPEG;
          assertEquals(jpeg ? RestoreKind.SAME : RestoreKind.ORIGINAL, sample.kind());
          if (jpeg) {
            assertArrayEquals(originals.get(key), sample.file(), key);
          }
        });
    assertEquals(60, summary.tally().get(Count.JPEG));
    assertEquals(40, summary.tally().get(Count.RAW));
    for (ShardFile shard : back.shards) {
      assertEquals(ShardVariant.LIQUID, shard.head().variant());
      Map<Encoding, Long> own = new EnumMap<>(Encoding.class);
      for (int i = 0; i < shard.metadata().sampleCount(); i++) {
        own.merge(shard.metadata().encoding(i), 1L, Long::sum);
      }
      assertEquals(wanted(MIX, shard.metadata().sampleCount()), own);
    }
    assertTrue(back.manifest.targets().isEmpty());
    assertEquals("jpeg:3,raw:2", back.manifest.options().get("mix"));
  }

  // Covers R-LIQUID-6
  @Test
  void threadsAndStoppingChangeNoByteAndAnotherSeedOrMixDoes() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 61);
    String mix = "jpeg:2,png:1,webp:1,bmp:1,raw:2";
    Conversion.convert(
        options(source, "one", mix).toBuilder().threads(1).build(), ConversionListener.SILENT);
    Map<String, byte[]> one = ConversionTest.datasetFiles(temporary.resolve("one"));
    Conversion.convert(
        options(source, "three", mix).toBuilder().threads(3).build(), ConversionListener.SILENT);
    ConversionTest.assertSameFiles(one, ConversionTest.datasetFiles(temporary.resolve("three")));
    AtomicInteger steps = new AtomicInteger();
    assertThrows(
        IOException.class,
        () ->
            Conversion.convert(
                options(source, "stopped", mix),
                ConversionListener.SILENT,
                (step, file) -> {
                  if (steps.incrementAndGet() == 30) {
                    throw new IOException("no more");
                  }
                }));
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () ->
                Conversion.convert(
                    options(source, "stopped", "jpeg:1,raw:1"), ConversionListener.SILENT));
    assertTrue(e.getMessage().contains("mix"), e.getMessage());
    Conversion.convert(options(source, "stopped", mix), ConversionListener.SILENT);
    Map<String, byte[]> stopped =
        new HashMap<>(ConversionTest.datasetFiles(temporary.resolve("stopped")));
    stopped.keySet().removeIf(name -> name.startsWith(".pcr-run-finished"));
    ConversionTest.assertSameFiles(one, stopped);
    ConversionOptions other =
        options(source, "seed", mix).toBuilder()
            .variant(new LiquidVariant(FormatMix.parse(mix), 1))
            .build();
    Conversion.convert(other, ConversionListener.SILENT);
    ReadBack seed = ReadBack.of(temporary.resolve("seed"));
    ReadBack zero = ReadBack.of(temporary.resolve("one"));
    assertEquals(formats(zero.samples.values()), formats(seed.samples.values()));
    assertTrue(
        zero.samples.entrySet().stream()
            .anyMatch(s -> seed.samples.get(s.getKey()).encoding() != s.getValue().encoding()));
  }

  @Test
  void whatGoesInComesOutOrIsListed() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 30);
    Sources.write(
        source,
        Map.of(
            "c0/inks.jpg", JpegFixtures.cmyk(24, 24, true),
            "c0/deep.jpg", JpegFixtures.twelveBit(24, 16),
            "c1/cut.jpg", JpegFixtures.truncated(JpegFixtures.baseline(64, 48), 60),
            "c1/text.jpg", "text".getBytes(StandardCharsets.US_ASCII),
            "c2/empty.png", new byte[0],
            "c2/tiff.tif", new byte[] {'I', 'I', '*', 0, 8, 0, 0, 0}));
    ConversionSummary summary =
        Conversion.convert(options(source, "out", "png:1,raw:1"), ConversionListener.SILENT);
    assertEquals(3, summary.rejects());
    Map<String, byte[]> originals = Sources.read(source);
    ReadBack back = ReadBack.of(temporary.resolve("out"));
    List<String> rejects =
        Files.readAllLines(temporary.resolve("out").resolve(Conversion.REJECTS_NAME));
    for (String key : originals.keySet()) {
      boolean listed = rejects.stream().anyMatch(line -> line.contains(key));
      assertEquals(!listed, back.samples.containsKey(key), key);
      if (!listed) {
        assertArrayEquals(originals.get(key), back.samples.get(key).original(), key);
      }
    }
    assertEquals(33, back.samples.size());
    assertEquals(Encoding.JPEG, back.samples.get("c0/inks.jpg").encoding());
    assertEquals(Encoding.JPEG, back.samples.get("c0/deep.jpg").encoding());
    assertEquals(2, summary.tally().get(Count.JPEG));
  }

  @Test
  void withoutRestoreDataNothingIsKeptOfWhatChanged() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 12);
    for (RestorePolicy policy : List.of(RestorePolicy.NONE, RestorePolicy.BEST_EFFORT)) {
      ConversionOptions options =
          options(source, "out" + policy, "jpeg:1,bmp:1").toBuilder()
              .encode(EncodeSettings.builder().restore(policy).build())
              .build();
      Conversion.convert(options, ConversionListener.SILENT);
      ReadBack back = ReadBack.of(temporary.resolve("out" + policy));
      for (ReadBack.Found sample : back.samples.values()) {
        // That an unchanged sample is its original costs nothing to say.
        if (sample.encoding() == Encoding.JPEG) {
          assertArrayEquals(sample.file(), sample.original());
        } else {
          assertNull(sample.original());
        }
      }
    }
  }

  static List<ScanChoice> scans() {
    return List.of(TargetedScans.DEFAULT, new FixedScans(ScanScripts.named(ScanScripts.LIBJPEG)));
  }

  @ParameterizedTest
  @MethodSource("scans")
  void liquidShardsJoinProgressiveOnesAndTheOtherWayRound(ScanChoice scans) throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 12);
    Path more = temporary.resolve("more");
    Sources.write(
        more,
        Map.of(
            "c1/new.jpg", JpegFixtures.baseline(77, 24, 24),
            "c1/1.jpg", JpegFixtures.baseline(78, 24, 24)));
    for (boolean liquidFirst : new boolean[] {true, false}) {
      Path out = temporary.resolve("mixed" + liquidFirst);
      ConversionOptions liquid = options(liquidFirst ? source : more, out.toString(), MIX);
      ConversionOptions progressive =
          options(liquidFirst ? more : source, out.toString(), MIX).toBuilder()
              .variant(new PcrVariant())
              .encode(EncodeSettings.builder().scans(scans).build())
              .build();
      ConversionSummary first =
          Conversion.convert(liquidFirst ? liquid : progressive, ConversionListener.SILENT);
      assertEquals(0, first.rejects());
      ConversionSummary second =
          Conversion.append(liquidFirst ? progressive : liquid, ConversionListener.SILENT);
      assertEquals(1, second.rejects());
      ReadBack back = ReadBack.of(out);
      assertEquals(13, back.samples.size());
      assertEquals(
          List.of(liquidFirst ? "part-00000.pcrl" : "part-00000.pcr"),
          first.added().stream().map(shard -> shard.name()).toList());
      assertEquals(
          List.of(liquidFirst ? "part-00001.pcr" : "part-00001.pcrl"),
          second.added().stream().map(shard -> shard.name()).toList());
      assertEquals(scans.groupCount(), back.manifest.groupCount());
      assertEquals(scans.targets(), back.manifest.targets());
      Map<String, String> made = new HashMap<>(back.manifest.options());
      made.keySet().retainAll(scans.describe().keySet());
      assertEquals(scans.describe(), made);
      assertArrayEquals(
          Files.readAllBytes(more.resolve("c1/new.jpg")),
          back.samples.get("c1/new.jpg").original());
    }
  }

  @Test
  void settingsWithoutMeaningAreRefusedAndNothingIsWritten() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 3);
    for (EncodeSettings settings :
        List.of(
            EncodeSettings.builder().quality(OptionalInt.of(50)).build(),
            EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build())) {
      RunRejectedException e =
          assertThrows(
              RunRejectedException.class,
              () ->
                  Conversion.convert(
                      options(source, "out", MIX).toBuilder().encode(settings).build(),
                      ConversionListener.SILENT));
      assertTrue(e.getMessage().contains("mix"), e.getMessage());
    }
    Conversion.convert(options(source, "out", MIX), ConversionListener.SILENT);
    assertEquals(3, ReadBack.of(temporary.resolve("out")).samples.size());
  }

  @Test
  void programsWriteLiquidShardsToo() throws Exception {
    Path out = temporary.resolve("written");
    PcrWriterOptions options =
        PcrWriterOptions.builder().variant(new LiquidVariant(FormatMix.parse(MIX), 3)).build();
    try (PcrWriter writer = PcrWriter.create(out, options)) {
      for (int i = 0; i < 50; i++) {
        writer.add(PcrSample.of("k" + i, JpegFixtures.baseline(i, 20, 16)).withLabel(i));
      }
      writer.finish();
    }
    ReadBack back = ReadBack.of(out);
    assertEquals(50, back.samples.size());
    assertEquals(wanted(MIX, 50), formats(back.samples.values()));
    assertEquals(7L, back.samples.get("k7").label());
  }
}
