package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnValue;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.SourceValue;
import io.pcr.writer.internal.source.kind.SourceInputs;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that TensorFlow wrote, as sources of a conversion; see {@code resources/tfrecord}. */
class TensorFlowImportTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", ".gz", ".zlib"})
  void everyImageOfTensorFlowsIsAnInput(String suffix) throws IOException {
    Path file = folder.resolve("records");
    try (InputStream in =
        TensorFlowImportTest.class.getResourceAsStream("/tfrecord/tensorflow.tfrecord" + suffix)) {
      Files.copy(in, file);
    }
    SourceInput input = SourceInputs.of(TfRecordSourceOptions.of(file));
    Path listing = folder.resolve("listing");
    try (RejectLog rejects = RejectLog.open(folder.resolve("rejects"), 0)) {
      input.list(listing, rejects, seen -> {});
    }
    List<String> rejects = Files.readAllLines(folder.resolve("rejects"));
    assertEquals(1, rejects.size(), rejects::toString);
    assertTrue(rejects.get(0).contains("record 10"), rejects::toString);
    try (SampleSource source = input.open(listing);
        SampleSource.Reader reader = source.reader()) {
      assertEquals(10, source.count());
      assertEquals(
          List.of("ids INT64[]", "masks STRING[]", "scores FLOAT32[]"),
          source.columns().stream().map(column -> column.name() + " " + column.kind()).toList());
      for (int i = 9; i >= 0; i--) {
        SourceSample sample = reader.read(i);
        assertEquals("class %d/sample ü %d.jpg".formatted(i % 3, i), sample.key());
        assertEquals(OptionalLong.of(-i), sample.label());
        byte[] expected = new byte[i * 37];
        for (int j = 0; j < expected.length; j++) {
          expected[j] = (byte) (i * 31 + j * 7);
        }
        byte[] image = new byte[sample.bytes().remaining()];
        sample.bytes().get(image);
        assertArrayEquals(expected, image);
        long[] ids = new long[i];
        float[] scores = new float[2 * i];
        for (int j = 0; j < i; j++) {
          ids[j] = (long) j << 40;
          scores[j] = (j - i) / 8f;
          scores[i + j] = j / 8f;
        }
        if (i > 0) {
          assertArrayEquals(ids, value(source, sample, 0).int64s());
          assertArrayEquals(scores, value(source, sample, 2).float32s());
        }
        assertEquals(List.of("", "m".repeat(i)), value(source, sample, 1).strings());
      }
    }
  }

  private static ColumnValue value(SampleSource source, SourceSample sample, int column) {
    return SourceValue.of(source.columns().get(column), sample.columnValues().get(column));
  }
}
