package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.GroupTargets.Way;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.QualityMeasure.Metric;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Quality;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Datasets whose groups were chosen to show what is stated. */
class TargetedConversionTest {
  private static final List<Integer> VALUES = List.of(900_000, 960_000, 990_000);

  @TempDir Path temporary;

  private static GroupTargets targets(Way way) {
    return new GroupTargets(QualityMeasure.MS_SSIM, way, VALUES);
  }

  private static ConversionOptions options(Path source, Path out, Way way) {
    EncodeSettings encode =
        EncodeSettings.builder().scans(TargetedScans.of(targets(way), Preference.BALANCED)).build();
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .encode(encode)
        .shards(new ShardLimits(20_000, 8))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void targetsStandInManifestAndShardsAndSamplesComeBack(Way way) throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 20);
    Path out = temporary.resolve("out");
    Conversion.convert(options(source, out, way), ConversionListener.SILENT);
    ReadBack back = ReadBack.of(out);
    assertEquals(Optional.of(targets(way)), back.manifest.targets());
    assertEquals(VALUES.size() + 1, back.manifest.groupCount());
    assertEquals(Sources.read(source).keySet(), back.samples.keySet());
    back.samples.values().forEach(f -> assertEquals(Encoding.PROGRESSIVE_JPEG, f.encoding()));
    assertEquals(way == Way.SLOPE, back.manifest.options().containsKey("slopes"));
    assertFalse(back.manifest.options().containsKey("script"));
    for (var shard : back.manifest.shards()) {
      try (ByteSource file = FileByteSource.open(out.resolve(shard.name()))) {
        ShardFile opened = ShardFile.open(file, Limits.DEFAULT);
        assertEquals(Optional.of(targets(way)), opened.metadata().targets());
      }
    }
  }

  @Test
  void statedTargetIsFoundByItsStatement() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 4);
    Path out = temporary.resolve("out");
    Conversion.convert(options(source, out, Way.QUALITY), ConversionListener.SILENT);
    try (PcrDataset dataset = PcrDataset.open(out)) {
      assertEquals(Fidelity.group(2), dataset.fidelityFor(Quality.msSsim(.96)));
      assertEquals(Fidelity.group(3), dataset.fidelityFor(Quality.msSsim(.961)));
      assertEquals(Fidelity.FULL, dataset.fidelityFor(Quality.msSsim(.999)));
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void sameInputGivesTheSameBytesForAnyNumberOfThreads(Way way) throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 20);
    Path one = temporary.resolve("one");
    Path three = temporary.resolve("three");
    Conversion.convert(
        options(source, one, way).toBuilder().threads(1).build(), ConversionListener.SILENT);
    Conversion.convert(
        options(source, three, way).toBuilder().threads(3).build(), ConversionListener.SILENT);
    ConversionTest.assertSameFiles(
        ConversionTest.datasetFiles(one), ConversionTest.datasetFiles(three));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 17, 62, 63})
  void asManyTargetsAsThereCanBeGroupsForAreReachedAndSamplesComeBack(int count) throws Exception {
    List<Integer> values = IntStream.range(0, count).map(i -> 400_000 + 9_500 * i).boxed().toList();
    GroupTargets targets = new GroupTargets(QualityMeasure.MS_SSIM, Way.QUALITY, values);
    Path source = Sources.small(temporary.resolve("source"), 8);
    Path out = temporary.resolve("out");
    Conversion.convert(
        options(source, out, Way.QUALITY).toBuilder()
            .encode(
                EncodeSettings.builder()
                    .scans(TargetedScans.of(targets, Preference.BALANCED))
                    .build())
            .build(),
        ConversionListener.SILENT);
    ReadBack back = ReadBack.of(out);
    assertEquals(count + 1, back.manifest.groupCount());
    assertEquals(Optional.of(targets), back.manifest.targets());
    Map<String, byte[]> files = Sources.read(source);
    files.forEach((key, file) -> assertArrayEquals(file, back.samples.get(key).original(), key));
    try (PcrDataset dataset = PcrDataset.open(out)) {
      for (int group = 1; group <= count; group++) {
        assertEquals(
            Fidelity.group(group), dataset.fidelityFor(Quality.msSsim(targets.target(group))));
      }
      assertEquals(0, DatasetCheck.of(dataset).withDeep(true).run().damages());
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void targetsForMidpointsSaySoAndAreFoundByIt(Way way) throws Exception {
    QualityMeasure midpoint =
        new QualityMeasure(Metric.MS_SSIM, Reconstruction.MIDPOINT, ViewSize.FULL);
    GroupTargets targets = new GroupTargets(midpoint, way, VALUES);
    Path source = Sources.small(temporary.resolve("source"), 8);
    Path out = temporary.resolve("out");
    ConversionOptions options =
        options(source, out, way).toBuilder()
            .encode(
                EncodeSettings.builder()
                    .scans(TargetedScans.of(targets, Preference.BALANCED))
                    .build())
            .build();
    Conversion.convert(options, ConversionListener.SILENT);
    assertEquals("MIDPOINT", manifest(out).options().get("targets-for"));
    assertEquals(Optional.of(targets), manifest(out).targets());
    try (PcrDataset dataset = PcrDataset.open(out)) {
      Quality wanted = Quality.msSsim(.96).of(Reconstruction.MIDPOINT);
      assertEquals(Fidelity.group(2), dataset.fidelityFor(wanted));
      assertThrows(PcrException.Unsupported.class, () -> dataset.fidelityFor(Quality.msSsim(.96)));
    }
    ConversionOptions plain = options(source, out, way);
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class, () -> Conversion.append(plain, ConversionListener.SILENT));
    assertTrue(e.getMessage().contains("for midpoint reconstruction"), e.getMessage());
  }

  @Test
  void whatIsAddedFollowsTheSlopesOfTheDataset() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 12);
    Path out = temporary.resolve("out");
    Conversion.convert(options(source, out, Way.SLOPE), ConversionListener.SILENT);
    String slopes = manifest(out).options().get("slopes");
    Path more = temporary.resolve("more/c1");
    Files.createDirectories(more);
    Map<String, byte[]> files = Sources.read(source);
    Files.write(more.resolve("new.jpg"), files.values().iterator().next());
    Conversion.append(options(more.getParent(), out, Way.SLOPE), ConversionListener.SILENT);
    assertEquals(13, ReadBack.of(out).samples.size());
    assertEquals(slopes, manifest(out).options().get("slopes"));
  }

  @Test
  void otherTargetsAreRefusedAndNothingChanges() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 4);
    Path out = temporary.resolve("out");
    Conversion.convert(options(source, out, Way.QUALITY), ConversionListener.SILENT);
    Map<String, byte[]> before = Sources.read(out);
    ConversionOptions fixed = ConversionOptions.of(FolderSourceOptions.of(source), out);
    for (ConversionOptions other : List.of(options(source, out, Way.SLOPE), fixed)) {
      RunRejectedException e =
          assertThrows(
              RunRejectedException.class,
              () -> Conversion.append(other, ConversionListener.SILENT));
      assertTrue(e.getMessage().contains("groups by quality of 0.9, 0.96, 0.99"), e.getMessage());
      ConversionTest.assertSameFiles(before, Sources.read(out));
    }
  }

  private static Manifest manifest(Path out) throws Exception {
    try (ByteSource file = FileByteSource.open(out.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(file, Limits.DEFAULT);
    }
  }
}
