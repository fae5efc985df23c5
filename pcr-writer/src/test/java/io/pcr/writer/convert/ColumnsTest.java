package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.column.Column;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.Origin;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
            ConversionOptions.of(options, out).withOrder(SampleOrder.SOURCE),
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
      assertEquals(0.5, score.float64(0));
      assertFalse(score.isPresent(2));
      assertEquals(12, metadata.column("n").orElseThrow().int64(2));
      Column mask = metadata.column("mask").orElseThrow();
      assertEquals(Placement.EARLY, mask.spec().placement());
      assertEquals("mask zero", value(shardFile, shard, 2, 0));
      assertFalse(mask.isPresent(1));
      assertTrue(mask.isPresent(2));
      assertEquals(0, mask.valueLength(2));
      assertEquals("caption h\u00e9", value(shardFile, shard, 3, 1));
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
