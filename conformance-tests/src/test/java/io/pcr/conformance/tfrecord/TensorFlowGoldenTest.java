package io.pcr.conformance.tfrecord;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.Limits;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that TensorFlow wrote, see {@code resources/tfrecord}. */
class TensorFlowGoldenTest {
  private static final int EXAMPLES = 10;
  private static final String PLAIN = "tensorflow.tfrecord";

  @ParameterizedTest
  @CsvSource({
    PLAIN + ", NONE",
    PLAIN + ".gz, GZIP",
    PLAIN + ".zlib, ZLIB",
  })
  void everyRecordOfTensorFlowsIsRead(String name, String compression) throws IOException {
    List<Example> examples = new ArrayList<>();
    try (ByteSource source = new MemoryByteSource(name, ByteBuffer.wrap(resource(name)))) {
      TfRecordFile file = TfRecordFile.open(source, TfRecordReadOptions.DEFAULT);
      assertEquals(compression, file.compression().toString());
      try (TfRecordReader reader = file.records()) {
        for (Optional<TfRecord> r = reader.next(); r.isPresent(); r = reader.next()) {
          // The view of the record ends with the next one, so the example is made of a copy.
          ByteBuffer copy = ByteBuffer.allocate(r.get().data().remaining()).put(r.get().data());
          examples.add(Example.decode(copy.flip(), r.get().origin(), Limits.DEFAULT));
        }
      }
    }
    assertEquals(expected(), examples);
  }

  @Test
  void ourFileOfTheSameExamplesIsTensorFlowsToTheByte() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.DEFAULT)) {
      List<Example> examples = expected();
      for (Example example : examples.subList(0, EXAMPLES)) {
        writer.write(example);
      }
      writer.write(ByteBuffer.allocate(0));
      writer.finish();
    }
    assertArrayEquals(resource(PLAIN), out.toByteArray());
  }

  private static List<Example> expected() {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < EXAMPLES; i++) {
      byte[] image = new byte[i * 37];
      for (int j = 0; j < image.length; j++) {
        image[j] = (byte) (i * 31 + j * 7);
      }
      float[] scores = new float[2 * i];
      long[] ids = new long[i];
      for (int s = 0; s < scores.length; s++) {
        scores[s] = (s - i) / 8f;
      }
      for (int s = 0; s < i; s++) {
        ids[s] = (long) s << 40;
      }
      Map<String, Feature> features = new LinkedHashMap<>();
      features.put("image/encoded", Feature.ofBytes(ByteBuffer.wrap(image)));
      features.put(
          "image/filename", Feature.ofText("class %d/sample ü %d.jpg".formatted(i % 3, i)));
      features.put("image/class/label", Feature.ofInt64s(-i));
      features.put("image/format", Feature.ofText("JPEG"));
      features.put("scores", Feature.ofFloats(scores));
      ByteBuffer mask = ByteBuffer.wrap("m".repeat(i).getBytes(US_ASCII));
      features.put("masks", Feature.ofBytes(List.of(ByteBuffer.allocate(0), mask)));
      features.put("ids", Feature.ofInt64s(ids));
      features.put("nothing", Feature.none());
      examples.add(Example.of(features));
    }
    examples.add(Example.of(Map.of()));
    return examples;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = TensorFlowGoldenTest.class.getResourceAsStream("/tfrecord/" + name)) {
      return in.readAllBytes();
    }
  }
}
