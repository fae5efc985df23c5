package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TfRecordConversionTest {
  private static final TfRecordVariant PLAIN = new TfRecordVariant("none");

  @TempDir private Path temporary;

  private ConversionOptions options(Path source, Path out) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .variant(PLAIN)
        .threads(2)
        .order(SampleOrder.SOURCE)
        .build();
  }

  private static Map<String, ImageExample> samples(Path out, ConversionSummary summary)
      throws IOException {
    Map<String, ImageExample> samples = new LinkedHashMap<>();
    for (ShardEntry shard : summary.added()) {
      try (ByteSource source = FileByteSource.open(out.resolve(shard.name()));
          TfRecordReader reader =
              TfRecordShard.open(source, shard, TfRecordReadOptions.DEFAULT).records()) {
        for (Optional<TfRecord> record = reader.next();
            record.isPresent();
            record = reader.next()) {
          ImageExample sample = TfRecordShard.sample(record.get(), Limits.DEFAULT);
          samples.put(sample.key().orElseThrow(), copied(sample));
        }
      }
    }
    return samples;
  }

  private static ImageExample copied(ImageExample sample) {
    return new ImageExample(
        ByteBuffer.wrap(bytes(sample)),
        sample.format(),
        sample.label(),
        sample.className(),
        sample.key(),
        sample.height(),
        sample.width(),
        sample.colorspace(),
        sample.others());
  }

  private static byte[] bytes(ImageExample sample) {
    byte[] bytes = new byte[sample.encoded().remaining()];
    sample.encoded().get(0, bytes);
    return bytes;
  }

  // Covers R-TFRECORD-7
  @Test
  void filesOfAllKindsAreStoredAsTheyAreAndDescribed() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("cat/baseline.jpg", JpegFixtures.baseline(30, 20));
    files.put("cat/grey.jpg", JpegFixtures.grey(9, 7));
    files.put("cat/inks.jpg", JpegFixtures.cmyk(12, 12, true));
    files.put("dog/progressive.jpg", JpegFixtures.progressive(20, 24));
    files.put("dog/trailing.jpg", JpegFixtures.bytesAfterEnd(16, 16));
    files.put("dog/cut.jpg", JpegFixtures.truncated(JpegFixtures.baseline(48, 48), 80));
    files.put("dog/picture.pgm", "P5 1 1 255\nx".getBytes(StandardCharsets.UTF_8));
    Path source = Sources.write(temporary.resolve("source"), files);
    Files.writeString(source.resolve("dog/text.jpg"), "just a text");
    Path out = temporary.resolve("out");
    ConversionSummary summary = Conversion.convert(options(source, out), ConversionListener.SILENT);
    assertEquals(1, summary.rejects());
    assertTrue(Files.readString(out.resolve("rejects.jsonl")).contains("NOT_AN_IMAGE"));
    Map<String, ImageExample> samples = samples(out, summary);
    assertEquals(files.keySet().stream().sorted().toList(), List.copyOf(samples.keySet()));
    files.forEach((key, bytes) -> assertArrayEquals(bytes, bytes(samples.get(key)), key));
    ImageExample grey = samples.get("cat/grey.jpg");
    assertEquals(Optional.of("JPEG"), grey.format());
    assertEquals(Optional.of("Grayscale"), grey.colorspace());
    assertEquals(OptionalLong.of(9), grey.width());
    assertEquals(OptionalLong.of(7), grey.height());
    assertEquals(OptionalLong.of(0), grey.label());
    assertEquals(Optional.of("cat"), grey.className());
    assertEquals(Optional.of("RGB"), samples.get("cat/baseline.jpg").colorspace());
    assertEquals(Optional.of("CMYK"), samples.get("cat/inks.jpg").colorspace());
    assertEquals(Optional.of("PNM"), samples.get("dog/picture.pgm").format());
    assertEquals(OptionalLong.of(1), samples.get("dog/picture.pgm").label());
  }

  @Test
  void damagedImagesAreRejectedWhenAsked() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("sound.jpg", JpegFixtures.baseline(48, 48));
    files.put("cut.jpg", JpegFixtures.truncated(JpegFixtures.baseline(48, 48), 60));
    files.put("other.pgm", "P5 1 1 255\nx".getBytes(StandardCharsets.UTF_8));
    Path source = Sources.write(temporary.resolve("source"), files);
    EncodeSettings strict =
        EncodeSettings.builder()
            .damaged(DamagedPolicy.REJECT)
            .nonJpeg(NonJpegPolicy.REJECT)
            .build();
    Path out = temporary.resolve("out");
    ConversionSummary summary =
        Conversion.convert(
            options(source, out).toBuilder().encode(strict).build(), ConversionListener.SILENT);
    assertEquals(List.of("sound.jpg"), List.copyOf(samples(out, summary).keySet()));
    String rejects = Files.readString(out.resolve("rejects.jsonl"));
    assertTrue(rejects.contains("DAMAGED") && rejects.contains("NOT_CONVERTIBLE"), rejects);
  }

  @Test
  void whatWouldChangeFilesIsRefusedAndNothingIsLeft() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 3);
    Path out = temporary.resolve("out");
    for (EncodeSettings settings :
        List.of(
            EncodeSettings.builder().quality(OptionalInt.of(50)).build(),
            EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build())) {
      ConversionOptions options = options(source, out).toBuilder().encode(settings).build();
      RunRejectedException e =
          assertThrows(
              RunRejectedException.class,
              () -> Conversion.convert(options, ConversionListener.SILENT));
      assertTrue(e.getMessage().contains("as they are"), e.getMessage());
      assertFalse(Files.exists(out.resolve(".pcr-run")));
    }
  }

  @Test
  void columnsCannotHaveTheNamesOfOtherFeatures() {
    for (String name : List.of("image/encoded", "image/class/label", "score/float64")) {
      PcrWriterOptions options =
          PcrWriterOptions.builder()
              .variant(PLAIN)
              .columns(
                  List.of(
                      new ColumnSpec("score", ColumnType.FLOAT64, Placement.INLINE),
                      new ColumnSpec(name, ColumnType.BYTES, Placement.INLINE)))
              .build();
      RunRejectedException e =
          assertThrows(
              RunRejectedException.class,
              () -> PcrWriter.create(temporary.resolve("out"), options).close());
      assertTrue(e.getMessage().contains(name), e.getMessage());
    }
  }

  @Test
  void anotherVariantOrCompressionDoesNotResumeARun() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 12);
    Files.writeString(source.resolve("c2/bad.jpg"), "bad"); // The last one: a shard is finished.
    Path out = temporary.resolve("out");
    ConversionOptions started =
        options(source, out).toBuilder()
            .stopAtReject(true)
            .shards(new ShardLimits(1 << 20, 3))
            .build();
    assertThrows(
        ConversionStoppedException.class,
        () -> Conversion.convert(started, ConversionListener.SILENT));
    RunRejectedException other =
        assertThrows(
            RunRejectedException.class,
            () ->
                Conversion.convert(
                    started.toBuilder().variant(new PcrVariant()).build(),
                    ConversionListener.SILENT));
    assertTrue(other.getMessage().contains("variant: tfrecord before, pcr now"), other::toString);
    TfRecordVariant zstd = new TfRecordVariant("zstd:9");
    RunRejectedException compressed =
        assertThrows(
            RunRejectedException.class,
            () ->
                Conversion.convert(
                    started.toBuilder().variant(zstd).build(), ConversionListener.SILENT));
    assertTrue(compressed.getMessage().contains("compression: none before, zstd:9 now"));
    ConversionSummary summary =
        Conversion.convert(
            started.toBuilder().stopAtReject(false).build(), ConversionListener.SILENT);
    assertTrue(summary.resumed());
    assertEquals(12, samples(out, summary).size());
  }

  @Test
  void shardThatChangedSinceItWasFinishedIsMadeAgainWhenTheRunIsResumed() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 12);
    Files.writeString(source.resolve("c2/bad.jpg"), "bad"); // The last one: shards are finished.
    Path out = temporary.resolve("out");
    ConversionOptions started =
        options(source, out).toBuilder()
            .stopAtReject(true)
            .shards(new ShardLimits(1 << 20, 3))
            .build();
    assertThrows(
        ConversionStoppedException.class,
        () -> Conversion.convert(started, ConversionListener.SILENT));
    Path first = out.resolve("part-00000.tfrecord");
    byte[] whole = Files.readAllBytes(first);
    byte[] changed = whole.clone();
    changed[changed.length / 2] ^= 1;
    Files.write(first, changed);
    Conversion.convert(started.toBuilder().stopAtReject(false).build(), ConversionListener.SILENT);
    assertArrayEquals(whole, Files.readAllBytes(first));
  }

  @Test
  void otherColumnsCannotBeAddedToADatasetOfTfRecords() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 3);
    Path more =
        Sources.write(
            temporary.resolve("more"), Map.of("c0/new.jpg", JpegFixtures.baseline(9, 20, 20)));
    Path out = temporary.resolve("out");
    Conversion.convert(options(source, out), ConversionListener.SILENT);
    FolderSourceOptions masks =
        FolderSourceOptions.of(more).withFileColumns(List.of(FileColumn.parse("mask={stem}.png")));
    for (var variant : List.of(PLAIN, new PcrVariant())) {
      ConversionOptions options = ConversionOptions.builder(masks, out).variant(variant).build();
      RunRejectedException e =
          assertThrows(
              RunRejectedException.class,
              () -> Conversion.append(options, ConversionListener.SILENT));
      assertTrue(e.getMessage().contains("mask BYTES"), e.getMessage());
    }
    ConversionSummary added =
        Conversion.append(
            options(more, out).toBuilder().variant(new PcrVariant()).build(),
            ConversionListener.SILENT);
    assertEquals(TargetedScans.DEFAULT.groupCount(), added.manifest().groupCount());
    assertEquals(TargetedScans.DEFAULT.targets(), added.manifest().targets());
    assertEquals(2, added.manifest().shards().size());
  }

  @Test
  void samplesOfAProgramBecomeRecords() throws Exception {
    Path out = temporary.resolve("out");
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .variant(PLAIN)
            .classNames(List.of("zero", "one"))
            .columns(List.of(new ColumnSpec("score", ColumnType.FLOAT64, Placement.INLINE)))
            .build();
    byte[] jpeg = JpegFixtures.baseline(16, 16);
    ConversionSummary summary;
    try (PcrWriter writer = PcrWriter.create(out, options)) {
      writer.add(PcrSample.of("a", jpeg).withLabel(1).with("score", 0.1));
      writer.add(PcrSample.of("b", jpeg).with("score", 0.5));
      summary = writer.finish();
    }
    assertEquals("[score FLOAT64]", summary.manifest().columns().toString());
    Map<String, ImageExample> samples = samples(out, summary);
    assertEquals(Optional.of("one"), samples.get("a").className());
    assertEquals(2, samples.get("a").others().size());
    assertEquals(1, samples.get("b").others().size());
    assertEquals(OptionalLong.empty(), samples.get("b").label());
  }
}
