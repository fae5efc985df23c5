package io.pcr.writer.internal.source.tfrecord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceValue;
import io.pcr.writer.internal.source.archive.Listed;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The samples of TFRecord files. */
class TfRecordSourceTest {
  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void recordsAreInputsWhateverTheCompression(TfRecordCompression compression) throws IOException {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Map<String, Feature> features =
          RecordFiles.image("k/" + i + ".jpg", i % 2, i % 2 == 0 ? "cat" : "dog");
      features.put("width", Feature.ofInt64s(i));
      features.put("score", Feature.ofFloats(i / 2f));
      ColumnFeatures.put(
          features,
          ColumnValue.ofFloat64s(
              new ColumnSpec("exact", ColumnType.FLOAT64, Placement.INLINE), 0.1 * i));
      features.put("caption", Feature.ofText("smør " + i));
      features.put("mask", Feature.ofBytes(ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) i})));
      if (i == 3) {
        features.remove("width");
        features.put("score", Feature.ofFloats());
        features.put("caption", Feature.none());
      }
      examples.add(Example.of(features));
    }
    // Another name than its compression would have: only bytes count.
    Path file =
        Files.write(
            folder.resolve("train-00000-of-00001"), RecordFiles.write(compression, examples));
    try (Listed listed = Listed.of(TfRecordSourceOptions.of(file), folder.resolve("work"))) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(List.of("cat", "dog"), listed.source().classNames());
      assertEquals(
          List.of("caption STRING", "exact FLOAT64", "mask BYTES", "score FLOAT32", "width INT64"),
          listed.source().columns().stream().map(c -> c.name() + " " + c.type()).toList());
      for (int i = 0; i < 20; i++) {
        var sample = listed.read(i);
        assertEquals("k/" + i + ".jpg", sample.key());
        assertEquals(i % 2, sample.label().orElseThrow());
        assertArrayEquals(("bytes of k/" + i + ".jpg").getBytes(UTF_8), listed.bytes(i));
        List<Object> values = sample.columnValues();
        assertEquals(0.1 * i, value(listed, values, 1).float64s()[0]);
        assertArrayEquals(new byte[] {(byte) 0xff, (byte) i}, (byte[]) values.get(2));
        if (i == 3) {
          assertNull(values.get(0));
          assertNull(values.get(3));
          assertNull(values.get(4));
        } else {
          assertEquals("smør " + i, new String((byte[]) values.get(0), UTF_8));
          assertEquals(i / 2f, value(listed, values, 3).float32s()[0]);
          assertEquals(i, value(listed, values, 4).int64s()[0]);
        }
      }
      try (SampleSource.Reader reader = listed.source().reader()) {
        assertEquals(ByteBuffer.wrap("byte".getBytes(UTF_8)), reader.head(7, 4));
      }
    }
  }

  private static ColumnValue value(Listed listed, List<Object> values, int column) {
    return SourceValue.of(listed.source().columns().get(column), values.get(column));
  }

  @Test
  void oneLargeFrameIsDecompressedOnceAndReadInAnyOrder() throws IOException {
    List<Example> examples = new ArrayList<>();
    List<byte[]> images = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 12; i++) {
      byte[] image = new byte[1 << 20];
      random.nextBytes(image);
      images.add(image);
      Map<String, Feature> features = RecordFiles.image("" + i, i, "x");
      features.put("image/encoded", Feature.ofBytes(ByteBuffer.wrap(image)));
      examples.add(Example.of(features));
    }
    byte[] frame = Zstd.compress(RecordFiles.write(TfRecordCompressions.NONE, examples));
    Path file = Files.write(folder.resolve("big"), frame);
    Path work = folder.resolve("work");
    try (Listed listed = Listed.of(TfRecordSourceOptions.of(file), work)) {
      try (SampleSource.Reader reader = listed.source().reader()) {
        assertEquals(ByteBuffer.wrap(images.get(11), 0, 18), reader.head(11, 18));
        assertFalse(Files.exists(work.resolve("unpacked-0")), "a look decompresses nothing");
        assertEquals(ByteBuffer.wrap(images.get(11), 0, 50), reader.head(11, 50));
      }
      assertTrue(listed.source().sizeOf(0) > 1 << 20);
      for (int i : new int[] {11, 0, 9, 10, 3}) {
        assertArrayEquals(images.get(i), listed.bytes(i));
      }
      assertTrue(Files.exists(work.resolve("unpacked-0")));
      assertFalse(Files.exists(work.resolve("unpacked-1")));
      // All classes have one name: none of them can be the dataset's.
      assertEquals(List.of(), listed.source().classNames());
      assertEquals(
          List.of(new ColumnSpec("class", ColumnType.STRING, Placement.INLINE)),
          listed.source().columns());
      assertEquals("x", new String((byte[]) listed.read(4).columnValues().get(0), UTF_8));
      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.CHANGED, e.reject().reason());
    }
  }

  @Test
  void aFolderGivesItsFilesInOrderAndNamesTheOthers() throws IOException {
    Path files = folder.resolve("files");
    byte[] one =
        RecordFiles.write(
            TfRecordCompressions.GZIP, List.of(Example.of(RecordFiles.image("b", 0, "x"))));
    byte[] two =
        RecordFiles.write(
            TfRecordCompressions.NONE, List.of(Example.of(RecordFiles.image("a", 0, "x"))));
    TarFiles.write(files.resolve("1-of-2"), one);
    TarFiles.write(files.resolve("2-of-2"), two);
    TarFiles.write(files.resolve("3-of-2"), two);
    TarFiles.write(files.resolve("empty"), new byte[0]);
    TarFiles.write(files.resolve("notes.txt"), "no records".getBytes(UTF_8));
    try (Listed listed = Listed.of(TfRecordSourceOptions.of(files), folder.resolve("work"))) {
      assertEquals(List.of("b", "a"), listed.keys());
      assertEquals(2, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(listed.rejects().get(0).contains("NOT_AN_IMAGE"), listed.rejects()::toString);
      assertTrue(listed.rejects().get(1).contains("DUPLICATE_KEY"), listed.rejects()::toString);
    }
  }

  @Test
  void tfRecordsAreToldFromOtherFiles() throws IOException {
    for (TfRecordCompression compression : TfRecordCompressions.STANDARD) {
      byte[] file = RecordFiles.write(compression, RecordFiles.examples(2));
      assertTrue(isTfRecord(file), compression::toString);
    }
    byte[] damaged = RecordFiles.write(TfRecordCompressions.NONE, RecordFiles.examples(1));
    damaged[damaged.length - 1] ^= 1;
    assertTrue(isTfRecord(damaged));
    assertTrue(isTfRecord(Arrays.copyOf(damaged, damaged.length / 2)));
    byte[] tar = new TarFiles().file("a.jpg", "1").ended();
    byte[] gzip = gzip("short".getBytes(UTF_8));
    for (byte[] other : List.of(new byte[0], new byte[100], tar, gzip(tar), gzip)) {
      assertFalse(isTfRecord(other));
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var gzip = new java.util.zip.GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static boolean isTfRecord(byte[] file) throws IOException {
    return TfRecordSourceOptions.isTfRecord(new MemoryByteSource("file", ByteBuffer.wrap(file)));
  }
}
