package io.pcr.writer.internal.source.tfrecord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.internal.source.archive.Listed;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** TFRecord files that are cut or damaged, and records that are no samples. */
class DamagedTfRecordsTest {
  @TempDir Path folder;

  @Test
  void aDamagedRecordIsNamedAndTheOthersGetIn() throws IOException {
    byte[] file = RecordFiles.write(TfRecordCompressions.NONE, RecordFiles.examples(5));
    int[] starts = RecordFiles.starts(file);
    file[starts[2] + 60] ^= 1;
    try (Listed listed = RecordFiles.list(folder, file)) {
      assertEquals(List.of("0", "1", "3", "4"), listed.keys());
      assertEquals(1, listed.rejects().size());
      String reject = listed.rejects().get(0);
      assertTrue(reject.contains("TfRecord[2].data_crc"), reject);
      assertTrue(reject.contains("x.tfrecord"), reject);
      assertTrue(reject.contains(" at "), reject);
    }
  }

  @Test
  void behindADamagedLengthAllIsLostAndThatIsSaid() throws IOException {
    byte[] file = RecordFiles.write(TfRecordCompressions.NONE, RecordFiles.examples(5));
    int[] starts = RecordFiles.starts(file);
    file[starts[3]] ^= 1;
    try (Listed listed = RecordFiles.list(folder, file)) {
      assertEquals(List.of("0", "1", "2"), listed.keys());
      assertEquals(1, listed.rejects().size());
      assertTrue(
          listed.rejects().get(0).contains("TfRecord[3].length_crc"), listed.rejects()::toString);
      assertTrue(
          listed.rejects().get(0).contains("what follows is lost"), listed.rejects()::toString);
    }
  }

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void aFileCutAnywhereGivesItsWholeRecordsAndSaysSo(TfRecordCompression compression)
      throws IOException {
    byte[] file = RecordFiles.write(compression, RecordFiles.examples(3));
    List<Integer> boundaries = new ArrayList<>();
    if (compression.isPlain()) {
      Arrays.stream(RecordFiles.starts(file)).forEach(boundaries::add);
    }
    for (int length = 1; length < file.length; length += 7) {
      try (Listed listed = RecordFiles.list(folder, Arrays.copyOf(file, length))) {
        boolean isBoundary = boundaries.contains(length);
        assertEquals(isBoundary ? 0 : 1, listed.rejects().size(), "cut at " + length);
        assertEquals(List.of("0", "1", "2").subList(0, listed.keys().size()), listed.keys());
      }
    }
  }

  @Test
  void behindARecordBeyondTheLimitAllIsLostAndWhatIsBeforeIsRead() throws IOException {
    List<Example> examples = RecordFiles.examples(4);
    Map<String, Feature> large = RecordFiles.image("large", 0, "x");
    large.put("more", Feature.ofBytes(ByteBuffer.allocate(2000)));
    examples.set(2, Example.of(large));
    Limits limits = Limits.DEFAULT.withSliceBytes(1000);
    for (TfRecordCompression compression : TfRecordCompressions.STANDARD) {
      Path file = Files.write(folder.resolve("limited"), RecordFiles.write(compression, examples));
      var options = new TfRecordSourceOptions(file, FeatureNames.DEFAULT, limits);
      try (Listed listed = Listed.of(options, folder.resolve("work"))) {
        assertEquals(List.of("0", "1"), listed.keys());
        assertEquals(1, listed.rejects().size());
        assertTrue(listed.rejects().get(0).contains("TfRecord[2]"), listed.rejects()::toString);
      }
    }
  }

  @Test
  void garbageBehindAGzipMemberIsSaidAndTheRecordsGetIn() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(RecordFiles.write(TfRecordCompressions.GZIP, RecordFiles.examples(1)));
    out.writeBytes(RecordFiles.write(TfRecordCompressions.GZIP, RecordFiles.examples(3)));
    out.writeBytes("garbage".getBytes(UTF_8));
    try (Listed listed = RecordFiles.list(folder, out.toByteArray())) {
      assertEquals(List.of("0", "1", "2"), listed.keys());
      assertEquals(2, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(
          listed.rejects().stream().anyMatch(line -> line.contains("7 bytes after the end")),
          listed.rejects()::toString);
    }
  }

  @Test
  void noFlippedBitGetsInUnseen() throws IOException {
    byte[] file = RecordFiles.write(TfRecordCompressions.NONE, RecordFiles.examples(2));
    for (int bit = 0; bit < file.length * Byte.SIZE; bit += 5) {
      byte[] damaged = file.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try (Listed listed = RecordFiles.list(folder, damaged)) {
        assertFalse(listed.rejects().isEmpty(), "bit " + bit);
      }
    }
  }

  @Test
  void whatIsNoExampleOrHasNoImageIsRejectedByRecord() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.DEFAULT)) {
      writer.write(ByteBuffer.wrap("no message".getBytes(UTF_8)));
      writer.write(ByteBuffer.allocate(0));
      writer.write(Example.of(Map.of("jpeg", Feature.ofText("x"), "cls", Feature.ofInt64s(1))));
      writer.write(Example.of(Map.of("image/encoded", Feature.ofInt64s(1))));
      Map<String, Feature> twice = RecordFiles.image("a", 0, "x");
      twice.put("image/class/label", Feature.ofInt64s(1, 2));
      writer.write(Example.of(twice));
      writer.write(Example.of(RecordFiles.image("good", 0, "x")));
      writer.finish();
    }
    try (Listed listed = RecordFiles.list(folder, out.toByteArray())) {
      assertEquals(List.of("good"), listed.keys());
      assertEquals(5, listed.rejects().size());
      for (int i = 0; i < 5; i++) {
        String reject = listed.rejects().get(i);
        assertTrue(reject.contains("\"x.tfrecord: record " + i + "\""), reject);
      }
      assertTrue(
          listed
              .rejects()
              .get(2)
              .contains("no feature image/encoded at 42; the record has cls, jpeg"),
          listed.rejects()::toString);
    }
  }
}
