package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.tar.TarWriter;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives are resumed as folders are: what was interrupted becomes what it would have become. */
class ArchiveResumeTest {
  private static final int IMAGES = 12;

  @TempDir Path folder;

  @Test
  void aTarInterruptedAtSomeDurableStepsEndsInTheSameBytes() throws Exception {
    interruptedEndsInTheSameBytes(TarSourceOptions.of(tar()));
  }

  @Test
  void aCompressedTfRecordInterruptedAtSomeDurableStepsEndsInTheSameBytes() throws Exception {
    interruptedEndsInTheSameBytes(TfRecordSourceOptions.of(records()));
  }

  private void interruptedEndsInTheSameBytes(SourceOptions source) throws Exception {
    AtomicInteger steps = new AtomicInteger();
    Path whole = folder.resolve("whole");
    Conversion.convert(
        options(source, whole), ConversionListener.SILENT, (step, file) -> steps.incrementAndGet());
    Map<String, byte[]> expected = shards(whole);
    assertTrue(expected.size() > 3, "several shards");
    for (int stop = 1; stop < steps.get(); stop += 3) {
      Path out = folder.resolve("stopped-" + stop);
      try {
        Conversion.convert(options(source, out), ConversionListener.SILENT, stopAt(stop));
      } catch (IOException e) {
        assertTrue(String.valueOf(e).contains("stopped here"), e::toString);
      }
      boolean over =
          Files.exists(out.resolve("manifest.pcrm")) && !Files.exists(out.resolve(RunFolder.NAME));
      if (!over) {
        Conversion.convert(options(source, out), ConversionListener.SILENT);
      }
      Map<String, byte[]> found = shards(out);
      assertEquals(expected.keySet(), found.keySet(), "stopped at " + stop);
      expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
      assertEquals(IMAGES, ReadBack.of(out).samples.size());
    }
  }

  @Test
  void anArchiveThatChangedBeforeTheResumptionIsNoticed() throws Exception {
    Path tar = tar();
    Path out = folder.resolve("out");
    AtomicInteger steps = new AtomicInteger();
    Conversion.convert(
        options(TarSourceOptions.of(tar), folder.resolve("counted")),
        ConversionListener.SILENT,
        (step, file) -> steps.incrementAndGet());
    try {
      Conversion.convert(
          options(TarSourceOptions.of(tar), out),
          ConversionListener.SILENT,
          stopAt(steps.get() / 2));
    } catch (IOException e) {
      assertTrue(String.valueOf(e).contains("stopped here"), e::toString);
    }
    Files.setLastModifiedTime(tar, FileTime.fromMillis(1));
    ConversionSummary summary =
        Conversion.convert(options(TarSourceOptions.of(tar), out), ConversionListener.SILENT);
    String rejects = Files.readString(out.resolve(Conversion.REJECTS_NAME));
    assertTrue(summary.rejects() > 0);
    assertTrue(rejects.contains("\"CHANGED\""), rejects);
    assertEquals(IMAGES, ReadBack.of(out).samples.size() + summary.rejects());
  }

  private static ConversionOptions options(SourceOptions source, Path out) {
    return ConversionOptions.builder(source, out).shards(new ShardLimits(1 << 20, 3)).build();
  }

  private static DurableSteps stopAt(int stop) {
    AtomicInteger steps = new AtomicInteger();
    return (step, file) -> {
      if (steps.incrementAndGet() >= stop) {
        throw new IOException("stopped here");
      }
    };
  }

  /** What a conversion makes; the index knows the time. */
  private static Map<String, byte[]> shards(Path out) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    Sources.read(out)
        .forEach(
            (name, bytes) -> {
              boolean isOfARun = name.startsWith(".pcr-");
              if (!name.startsWith("index.lmdb") && !isOfARun) {
                files.put(name, bytes);
              }
            });
    return files;
  }

  private Path tar() throws IOException {
    Path tar = folder.resolve("images.tar");
    try (FileChannel channel = create(tar)) {
      TarWriter writer = new TarWriter(channel);
      for (Map.Entry<String, byte[]> image : images().entrySet()) {
        writer.add(image.getKey(), List.of(ByteBuffer.wrap(image.getValue())));
      }
      writer.finish();
    }
    return tar;
  }

  private Path records() throws IOException {
    Path file = folder.resolve("images.tfrecord.gz");
    try (FileChannel channel = create(file);
        TfRecordWriter writer =
            new TfRecordWriter(channel, TfRecordWriteOptions.of(TfRecordCompressions.GZIP))) {
      for (Map.Entry<String, byte[]> image : images().entrySet()) {
        writer.write(
            Example.of(
                Map.of(
                    "image/encoded",
                    Feature.ofBytes(ByteBuffer.wrap(image.getValue())),
                    "image/filename",
                    Feature.ofText(image.getKey()))));
      }
      writer.finish();
    }
    return file;
  }

  private Map<String, byte[]> images() throws IOException {
    return Sources.read(Sources.small(folder.resolve("images"), IMAGES));
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }
}
