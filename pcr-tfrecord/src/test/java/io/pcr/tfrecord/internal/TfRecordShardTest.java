package io.pcr.tfrecord.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ExampleEncoder;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TfRecordShardTest {
  private static final RecordOrigin PLACE = new RecordOrigin("test", 0, 0);

  private static ByteBuffer record(Map<String, Feature> features) {
    ExampleEncoder encoder = Example.of(features).encoder();
    ByteBuffer data = ByteBuffer.allocate(encoder.encodedLength());
    encoder.encode(data);
    return data.flip();
  }

  private static ByteBuffer keyed(String key) {
    return record(
        Map.of(
            "image/encoded",
            Feature.ofBytes(ByteBuffer.allocate(1)),
            "image/filename",
            Feature.ofText(key)));
  }

  // Covers R-TFRECORD-4
  @ParameterizedTest
  @CsvSource({"k, 1", "k, 65535", "é, 32767"})
  void keyThatShardsMayHaveIsTheSamples(String character, int count) throws PcrException {
    String key = character.repeat(count);
    assertEquals(Optional.of(key), TfRecordShard.sample(keyed(key), PLACE, Limits.DEFAULT).key());
  }

  // Covers R-TFRECORD-4
  @ParameterizedTest
  @CsvSource({"k, 0", "k, 65536", "é, 32768"})
  void keyThatNoShardMayHaveIsNoSample(String character, int count) {
    requireBad(keyed(character.repeat(count)));
  }

  // Covers R-TFRECORD-4
  @Test
  void recordWithoutKeyIsNoSample() {
    requireBad(record(Map.of("image/encoded", Feature.ofBytes(ByteBuffer.allocate(1)))));
  }

  private static void requireBad(ByteBuffer data) {
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class, () -> TfRecordShard.sample(data, PLACE, Limits.DEFAULT));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("TfRecord[0].data[image/filename]", e.field());
  }
}
