package io.pcr.writer;

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
import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.convert.ConversionStoppedException;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcrWriterTest {
  @TempDir private Path temporary;

  @Test
  void samplesInHandBecomeADatasetInTheirOrder() throws Exception {
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .shards(new ShardLimits(1 << 20, 4))
            .classNames(List.of("zero", "one"))
            .columns(
                List.of(
                    new ColumnSpec("n", ColumnType.INT64, Placement.INLINE),
                    new ColumnSpec("text", ColumnType.STRING, Placement.LATE)))
            .build();
    ConversionSummary summary;
    try (PcrWriter writer = PcrWriter.create(out(), options)) {
      for (int i = 0; i < 10; i++) {
        PcrSample sample = PcrSample.of("s" + i, JpegFixtures.baseline(i, 20, 20)).withLabel(i % 2);
        writer.add(i == 5 ? sample : sample.with("n", i * 10L).with("text", "t" + i));
      }
      summary = writer.finish();
    }
    assertEquals(List.of(4, 4, 2), summary.added().stream().map(s -> s.sampleCount()).toList());
    assertEquals("one", summary.manifest().classNames().get(1).name());
    assertEquals(
        "10 samples in 3 shards, "
            + summary.shardBytes()
            + " bytes; rejects: 0; not images: 0; generation 1",
        summary.toString());
    try (FileByteSource source = FileByteSource.open(out().resolve("part-00001.pcr"))) {
      ShardMetadata metadata = ShardFile.open(source, Limits.DEFAULT).metadata();
      assertEquals("s4", metadata.key(0));
      assertEquals(OptionalLong.of(1), metadata.label(1));
      assertEquals(40, metadata.columns().get(0).value(0).int64s()[0]);
      assertFalse(metadata.columns().get(0).isPresent(1));
    }
    assertFalse(Files.exists(out().resolve(".pcr-run")));
  }

  @Test
  void writerClosedUnfinishedLeavesNothing() throws Exception {
    PcrWriterOptions options = PcrWriterOptions.builder().shards(new ShardLimits(1, 1)).build();
    try (PcrWriter writer = PcrWriter.create(out(), options)) {
      for (int i = 0; i < 40; i++) {
        writer.add(PcrSample.of("s" + i, JpegFixtures.grey(8, 8)));
      }
    }
    try (Stream<Path> left = Files.list(out())) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void closedWriterIsClosedForSamplesAndCannotBeFinished() throws Exception {
    PcrWriter writer = PcrWriter.create(out(), PcrWriterOptions.DEFAULT);
    writer.close();
    writer.close();
    PcrSample late = PcrSample.of("late", JpegFixtures.grey(8, 8));
    assertThrows(AlreadyClosedException.class, () -> writer.add(late));
    assertThrows(AlreadyClosedException.class, writer::finish);
  }

  @Test
  void callersBytesMayChangeOnceTheSampleIsAdded() throws Exception {
    byte[] image = JpegFixtures.baseline(1, 20, 20);
    byte[] reused = image.clone();
    try (PcrWriter writer = PcrWriter.create(out(), PcrWriterOptions.DEFAULT)) {
      writer.add(PcrSample.of("a", reused));
      Arrays.fill(reused, (byte) 0);
      assertEquals(1, writer.finish().added().get(0).sampleCount());
    }
    assertArrayEquals(image, JpegFixtures.baseline(1, 20, 20));
  }

  @Test
  void sampleThatIsNoImageIsAnErrorOrIsListed() throws Exception {
    IOException e =
        assertThrows(
            ConversionStoppedException.class,
            () -> {
              try (PcrWriter writer = PcrWriter.create(out(), PcrWriterOptions.DEFAULT)) {
                writer.add(PcrSample.of("bad", new byte[] {1}));
                writer.finish();
              }
            });
    assertTrue(e.getMessage().startsWith("bad: "), e.getMessage());
    PcrWriterOptions lenient = PcrWriterOptions.builder().stopAtReject(false).build();
    try (PcrWriter writer = PcrWriter.create(out(), lenient)) {
      writer.add(PcrSample.of("bad", new byte[] {1}));
      writer.add(PcrSample.of("good", JpegFixtures.grey(8, 8)));
      assertEquals(1, writer.finish().rejects());
    }
    assertEquals(1, Files.readAllLines(out().resolve("rejects.jsonl")).size());
  }

  @Test
  void keyThatStandsTwiceIsAnErrorAndLeavesNothing() throws Exception {
    PcrWriterOptions options =
        PcrWriterOptions.builder().shards(new ShardLimits(1 << 20, 1)).build();
    assertThrows(
        PcrException.class,
        () -> {
          try (PcrWriter writer = PcrWriter.create(out(), options)) {
            writer.add(PcrSample.of("same", JpegFixtures.grey(8, 8)));
            writer.add(PcrSample.of("same", JpegFixtures.grey(8, 8)));
            writer.finish();
          }
        });
    try (Stream<Path> left = Files.list(out())) {
      assertEquals(List.of(), left.filter(path -> !path.endsWith(".index.lock")).toList());
    }
  }

  @Test
  void keysAndColumnsThatNoDatasetTakesAreRefusedAtOnce() throws Exception {
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .columns(List.of(new ColumnSpec("n", ColumnType.INT64, Placement.INLINE)))
            .build();
    byte[] image = JpegFixtures.grey(8, 8);
    try (PcrWriter writer = PcrWriter.create(out(), options)) {
      for (PcrSample sample :
          List.of(
              PcrSample.of("", image),
              PcrSample.of("x".repeat(65_536), image),
              PcrSample.of("a", image).with("m", 1L),
              PcrSample.of("a", image).with("n", "text"))) {
        assertThrows(IllegalArgumentException.class, () -> writer.add(sample));
      }
    }
  }

  @Test
  void twoWritersDoNotShareAFolder() throws Exception {
    try (PcrWriter first = PcrWriter.create(out(), PcrWriterOptions.DEFAULT)) {
      DatasetBusyException e =
          assertThrows(
              DatasetBusyException.class, () -> PcrWriter.create(out(), PcrWriterOptions.DEFAULT));
      assertTrue(e.getMessage().startsWith("PcrWriter (process "), e.getMessage());
      first.add(PcrSample.of("a", JpegFixtures.grey(8, 8)));
      first.finish();
    }
    assertThrows(
        RunRejectedException.class, () -> PcrWriter.create(out(), PcrWriterOptions.DEFAULT));
  }

  private Path out() {
    return temporary.resolve("out");
  }
}
