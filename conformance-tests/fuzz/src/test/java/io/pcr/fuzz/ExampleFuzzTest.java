package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of {@code tf.train.Example}: decoded and encoded, they are one and the same. */
class ExampleFuzzTest {
  private static final RecordOrigin PLACE = new RecordOrigin("fuzzed", 0, 0);
  private static final Limits LIMITS = Limits.DEFAULT.withMetadataBytes(1 << 20);

  static Stream<Arguments> seeds() {
    return Seeds.parts(ExampleFuzzTest::records, ".tfrecord");
  }

  private static List<byte[]> records(byte[] file) {
    List<byte[]> records = new ArrayList<>();
    try (TfRecordReader reader =
        TfRecordFile.open(Seeds.source(file), TfRecordReadOptions.DEFAULT).records()) {
      for (Optional<TfRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        records.add(Seeds.bytes(next.get().data()));
      }
    } catch (IOException e) {
      // One of the bad ones; the records before the damage are seeds as good as any.
    }
    return records;
  }

  @MethodSource("seeds")
  @FuzzTest
  void example(byte[] message) {
    FuzzRead.refuses(
        () -> {
          Example example = Example.decode(ByteBuffer.wrap(message), PLACE, LIMITS);
          ByteBuffer encoded = encode(example);
          Example again = Example.decode(encoded, PLACE, Limits.DEFAULT);
          assertEquals(example, again);
          assertEquals(encoded, encode(again));
          assertImageComesBack(example);
        });
  }

  private static ByteBuffer encode(Example example) {
    ByteBuffer encoded = ByteBuffer.allocate(example.encoder().encodedLength());
    example.encoder().encode(encoded);
    assertEquals(0, encoded.remaining());
    return encoded.flip();
  }

  private static void assertImageComesBack(Example example) throws PcrException {
    ImageExample image = ImageExample.of(example, FeatureNames.DEFAULT, PLACE);
    Example made = image.toExample(FeatureNames.DEFAULT);
    assertEquals(image, ImageExample.of(made, FeatureNames.DEFAULT, PLACE));
  }
}
