package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnsTest {
  @TempDir private Path temporary;

  @Test
  void labelsFileAndColumnFilesStandInTheShard() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < 4; i++) {
      files.put("i/" + i + ".jpg", JpegFixtures.baseline(i, 20, 20));
    }
    files.put("masks/i/0.png", "mask zero".getBytes(StandardCharsets.UTF_8));
    files.put("masks/i/2.png", new byte[0]);
    files.put("i/1.txt", "caption h\u00e9".getBytes(StandardCharsets.UTF_8));
    Path source = Sources.write(temporary.resolve("source"), files);
    Path csv = temporary.resolve("labels.csv");
    Files.writeString(csv, "path,label,score,n\ni/0.jpg,7,0.5,\ni/2.jpg,-3,,12\ni/3.jpg,,1e3,4\n");
    Path out = temporary.resolve("out");
    FolderSourceOptions options =
        FolderSourceOptions.of(source)
            .withLabelsFile(Optional.of(csv))
            .withFileColumns(
                List.of(
                    FileColumn.parse("mask:early=masks/{stem}.png"),
                    FileColumn.parse("caption:string={stem}.txt")));
    ConversionSummary summary =
        Conversion.convert(
            ConversionOptions.builder(options, out).order(SampleOrder.SOURCE).build(),
            ConversionListener.SILENT);
    assertEquals(0, summary.rejects());
    try (ByteSource shardFile = FileByteSource.open(out.resolve("part-00000.pcr"))) {
      ShardFile shard = ShardFile.open(shardFile, Limits.DEFAULT);
      ShardMetadata metadata = shard.metadata();
      assertEquals(OptionalLong.of(7), metadata.label(0));
      assertEquals(OptionalLong.empty(), metadata.label(1));
      assertEquals(OptionalLong.of(-3), metadata.label(2));
      Column score = metadata.column("score").orElseThrow();
      assertEquals(ColumnType.FLOAT64, score.spec().type());
      assertEquals(0.5, score.value(0).float64s()[0]);
      assertFalse(score.isPresent(2));
      assertEquals(12, metadata.column("n").orElseThrow().value(2).int64s()[0]);
      Column mask = metadata.column("mask").orElseThrow();
      assertEquals(Placement.EARLY, mask.spec().placement());
      assertEquals("mask zero", value(shardFile, shard, 2, 0));
      assertFalse(mask.isPresent(1));
      assertTrue(mask.isPresent(2));
      assertEquals(0, mask.valueLength(2));
      assertEquals("caption h\u00e9", value(shardFile, shard, 3, 1));
    }
  }

  @Test
  void columnFilesThatCameChangedOrWentWhileTheRunWasInterruptedAreSaid() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < 8; i++) {
      files.put("i/" + i + ".jpg", JpegFixtures.baseline(i, 20, 20));
      if (i != 5) {
        files.put("masks/i/" + i + ".png", ("mask " + i).getBytes(StandardCharsets.UTF_8));
      }
    }
    Path source = Sources.write(temporary.resolve("source"), files);
    Path out = temporary.resolve("out");
    ConversionOptions options =
        ConversionOptions.builder(
                FolderSourceOptions.of(source)
                    .withFileColumns(List.of(FileColumn.parse("mask=masks/{stem}.png"))),
                out)
            .order(SampleOrder.SOURCE)
            .shards(new ShardLimits(1 << 20, 2))
            .build();
    assertThrows(
        IOException.class,
        () ->
            Conversion.convert(
                options,
                ConversionListener.SILENT,
                (step, file) -> {
                  if (file.endsWith("part-00001.pcr")) {
                    throw new IOException("interrupted");
                  }
                }));
    Path masks = source.resolve("masks/i");
    Files.delete(masks.resolve("0.png"));
    Files.delete(masks.resolve("3.png"));
    Files.writeString(masks.resolve("4.png"), "another length");
    Files.writeString(masks.resolve("5.png"), "came");
    FileTime time = Files.getLastModifiedTime(masks.resolve("6.png"));
    Files.writeString(masks.resolve("6.png"), "MASK 6");
    Files.setLastModifiedTime(masks.resolve("6.png"), FileTime.fromMillis(time.toMillis() + 2000));
    ConversionSummary summary = Conversion.convert(options, ConversionListener.SILENT);
    assertEquals(4, summary.rejects());
    assertEquals(Map.of(RejectReason.VANISHED, 1L, RejectReason.CHANGED, 3L), summary.listed());
    List<String> rejects = Files.readAllLines(out.resolve(Conversion.REJECTS_NAME));
    assertTrue(rejects.get(0).contains("\"i/3.jpg\""), rejects.get(0));
    assertTrue(rejects.get(0).contains("masks/i/3.png vanished"), rejects.get(0));
    assertTrue(rejects.get(1).contains("masks/i/4.png changed"), rejects.get(1));
    assertTrue(rejects.get(2).contains("masks/i/5.png came"), rejects.get(2));
    assertTrue(rejects.get(3).contains("masks/i/6.png changed"), rejects.get(3));
    // The mask of the first image was stored before it vanished.
    assertEquals(
        Set.of("i/0.jpg", "i/1.jpg", "i/2.jpg", "i/7.jpg"), ReadBack.of(out).samples.keySet());
  }

  @Test
  void metadataThatReadersWouldRefuseEndTheRunBeforeTheShardHasItsName() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    StringBuilder csv = new StringBuilder("path,id,caption\n");
    for (int i = 0; i < 8; i++) {
      files.put(i + ".jpg", JpegFixtures.baseline(i, 20, 20));
      csv.append(i).append(".jpg,1,").append("x".repeat(i < 4 ? 10 : 3000)).append('\n');
    }
    Path source = Sources.write(temporary.resolve("source"), files);
    Path labels = Files.writeString(temporary.resolve("labels.csv"), csv);
    Path out = temporary.resolve("out");
    ConversionOptions options =
        ConversionOptions.builder(
                FolderSourceOptions.of(source).withLabelsFile(Optional.of(labels)), out)
            .order(SampleOrder.SOURCE)
            .shards(new ShardLimits(1 << 20, 4))
            .encode(EncodeSettings.builder().limits(Limits.DEFAULT.withMetadataBytes(9000)).build())
            .build();
    for (int attempt = 0; attempt < 2; attempt++) {
      RunRejectedException e =
          assertThrows(
              RunRejectedException.class,
              () -> Conversion.convert(options, ConversionListener.SILENT));
      assertTrue(
          e.getMessage().contains(", 12000 of them for the column caption; readers read at most"),
          e.getMessage());
      assertTrue(e.getMessage().contains("--shard-samples"), e.getMessage());
      assertTrue(Files.exists(out.resolve("part-00000.pcr")));
      assertFalse(Files.exists(out.resolve("part-00001.pcr")));
      assertFalse(Files.exists(out.resolve("manifest.pcrm")));
    }
  }

  private static String value(ByteSource source, ShardFile shard, int column, int sample)
      throws Exception {
    Column values = shard.metadata().columns().get(column);
    ByteBuffer value = ByteBuffer.allocate(values.valueLength(sample));
    long position = shard.layout().columnValuePosition(column, sample);
    source.readFully(position, value);
    values.checkValue(sample, value.flip(), new Origin("shard", position));
    return StandardCharsets.UTF_8.decode(value).toString();
  }
}
