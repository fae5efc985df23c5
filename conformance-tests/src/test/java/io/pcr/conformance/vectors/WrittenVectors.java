package io.pcr.conformance.vectors;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.shard.ShardVariant;
import io.pcr.testkit.TestDataset;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What the writers of this project write: golden bytes, which no later version changes unawares.
 */
final class WrittenVectors {
  private static final List<ColumnSpec> COLUMNS =
      List.of(
          new ColumnSpec("number", ColumnType.INT64, Placement.INLINE),
          new ColumnSpec("caption", ColumnType.STRING, Placement.EARLY),
          new ColumnSpec("mask", ColumnType.BYTES, Placement.LATE));

  private WrittenVectors() {}

  static void addTo(Vectors to) {
    try {
      Path folder = Files.createTempDirectory("pcr-written");
      try {
        addDataset(to, folder);
      } finally {
        delete(folder);
      }
      for (TfRecordCompression compression : TfRecordCompressions.STANDARD) {
        String name = "written-" + compression.label() + compression.suffix();
        to.good(
            name,
            "two Examples, as the TFRecord writer writes them",
            tfrecord(compression),
            "R-TFRECORD-3 R-TFRECORD-5 G-7");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addDataset(Vectors to, Path folder) throws IOException {
    Path dataset = folder.resolve("dataset");
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            // What is frozen cannot follow a choice of scans that is still to become better.
            .encode(EncodeSettings.builder().scripts(TestDataset.SCRIPTS).build())
            .columns(COLUMNS)
            .classNames(List.of("cat", "Käfer"))
            .build();
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      writer.add(
          PcrSample.of("colour.jpg", JpegDrafts.baseline(11, 96, 64, PixelFormat.RGB))
              .withLabel(1)
              .with("number", 5)
              .with("caption", "größe")
              .with("mask", new byte[] {1, 2, 3}));
      writer.add(
          PcrSample.of("grey.jpg", JpegDrafts.baseline(12, 50, 70, PixelFormat.GREY)).withLabel(0));
      writer.add(PcrSample.of("no label.jpg", JpegDrafts.baseline(13, 33, 31, PixelFormat.RGB)));
      writer.finish();
    }
    byte[] shard = Files.readAllBytes(dataset.resolve("part-00000.pcr"));
    to.good(
        "written-shard.pcr",
        "three images with columns and originals, as the writer writes them",
        shard,
        "G-5 G-6 G-7 R-SAMPLE-3 R-UUID-1 R-ZSTD-4 R-RESTORE-5");
    to.good(
        "written-manifest.pcrm",
        "a manifest of that shard and a TFRecord file, as the library encodes it",
        manifest(shard),
        "G-7 R-MANIFEST-5");
  }

  private static byte[] manifest(byte[] shard) throws IOException {
    ShardFile file = ShardFile.decode(ByteBuffer.wrap(shard), "written", Limits.DEFAULT);
    ShardEntry tfrecord =
        new ShardEntry(
            "part-00001.tfrecord.gz",
            ShardEntry.UNLISTED,
            ShardVariant.TFRECORD,
            Compression.GZIP,
            new UUID(1, 2),
            1234,
            5,
            0,
            List.of(),
            0,
            0,
            1000,
            5);
    Manifest manifest =
        Manifest.builder(new UUID(0x0123456789ABCDEFL, 0x0EDCBA9876543210L))
            .generation(3)
            .groups(file.metadata().groupCount(), file.metadata().targets())
            .classNames(List.of(new ClassName(0, "cat"), new ClassName(1, "Käfer")))
            .quality(
                List.of(
                    new MeasuredCurve(
                        QualityMeasure.MS_SSIM,
                        Collections.nCopies(
                            file.metadata().groupCount(),
                            new QualityPoint(1000, 0.96, 0.9, 0.8, 33.5, 2)))))
            .options(Map.of("quality", "90"))
            .add(List.of(ShardEntries.of("part-00000.pcr", file, RestoreExtent.NONE), tfrecord))
            .build();
    return Frames.bytes(manifest.encode());
  }

  private static byte[] tfrecord(TfRecordCompression compression) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.of(compression))) {
      for (int i = 0; i < 2; i++) {
        ByteBuffer image = ByteBuffer.wrap(JpegDrafts.baseline(20 + i, 40, 30, PixelFormat.RGB));
        writer.write(
            Example.of(
                Map.of(
                    "image/encoded", Feature.ofBytes(image),
                    "image/format", Feature.ofText("JPEG"),
                    "image/class/label", Feature.ofInt64s(i - 1),
                    "image/filename", Feature.ofText("n/" + i + ".jpg"),
                    "weights", Feature.ofFloats(0.25f, -1f))));
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
