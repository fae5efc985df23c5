package io.pcr.tfrecord.internal.framing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFramingTest {
  private static final RecordOrigin PLACE = new RecordOrigin("x.tfrecord", 0, 0);

  @ParameterizedTest
  @CsvSource(
      value = {
        // data, record: as tf.io.TFRecordWriter of TensorFlow 2.21.0 writes them
        "'', 000000000000000029039807d8ea82a2",
        "foo, 0300000000000000b099490e666f6f618abefe",
      })
  void recordsAreTensorFlowsToTheByte(String text, String recordInHex) {
    ByteBuffer data = ByteBuffer.wrap(text.getBytes(UTF_8));
    ByteBuffer record = ByteBuffer.allocate(data.remaining() + TfRecordLayout.OVERHEAD);
    RecordFraming.putHeader(record, data.remaining());
    record.put(data.duplicate());
    RecordFraming.putFooter(record, data);
    assertEquals(recordInHex, HexFormat.of().formatHex(record.array()));
  }

  @Test
  void everyDamagedBitOfAHeaderIsFound() throws Exception {
    ByteBuffer header = ByteBuffer.allocate(TfRecordLayout.HEADER_LENGTH);
    RecordFraming.putHeader(header, 110_000);
    assertEquals(110_000, RecordFraming.checkHeader(header, 0, PLACE, Limits.DEFAULT));
    for (int bit = 0; bit < TfRecordLayout.HEADER_LENGTH * Byte.SIZE; bit++) {
      int at = bit / Byte.SIZE;
      byte good = header.get(at);
      header.put(at, (byte) (good ^ 1 << bit % Byte.SIZE));
      assertFalse(RecordFraming.isHeader(header, 0));
      PcrException e =
          assertThrows(
              PcrException.Corrupt.class,
              () -> RecordFraming.checkHeader(header, 0, PLACE, Limits.DEFAULT));
      assertEquals(ErrorCode.CHECKSUM_MISMATCH, e.code());
      assertEquals("TfRecord[0].length_crc", e.field());
      header.put(at, good);
    }
  }

  // Covers R-TFRECORD-1
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1L << 31, 1L << 32})
  void lengthsBeyondTheLimitAreRefusedAsTheyStand(long length) {
    ByteBuffer header = ByteBuffer.allocate(TfRecordLayout.HEADER_LENGTH);
    RecordFraming.putHeader(header, length);
    PcrException.LimitExceeded e =
        assertThrows(
            PcrException.LimitExceeded.class,
            () -> RecordFraming.checkHeader(header, 0, PLACE, Limits.DEFAULT));
    assertEquals(length, e.needed());
    assertEquals("TfRecord[0].data_length", e.field());
  }

  // Covers R-INT-1
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1})
  void lengthsThatNoFileCanHaveAreDamage(long length) {
    ByteBuffer header = ByteBuffer.allocate(TfRecordLayout.HEADER_LENGTH);
    RecordFraming.putHeader(header, length);
    PcrException.Corrupt e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> RecordFraming.checkHeader(header, 0, PLACE, Limits.DEFAULT));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("TfRecord[0].data_length", e.field());
  }

  @Test
  void dataCrcIsPlacedBehindTheData() {
    ByteBuffer data = ByteBuffer.wrap("image".getBytes(UTF_8)).order(ByteOrder.LITTLE_ENDIAN);
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> RecordFraming.checkData(data, 0, new RecordOrigin("x.tfrecord", 7, 100)));
    assertEquals("TfRecord[7].data_crc", e.field());
    assertEquals(100 + 12 + 5, e.offset());
  }
}
