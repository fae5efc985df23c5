package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.TfRecordFiles.OPTIONS;
import static io.pcr.tfrecord.internal.TfRecordFiles.compress;
import static io.pcr.tfrecord.internal.TfRecordFiles.framed;
import static io.pcr.tfrecord.internal.TfRecordFiles.open;
import static io.pcr.tfrecord.internal.TfRecordFiles.readAll;
import static io.pcr.tfrecord.internal.TfRecordFiles.records;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionProbeTest {
  @ParameterizedTest
  @ValueSource(ints = {0x8b1f, 0x08_8b1f, 0x9c78, 0x0178, 0xda78})
  void aFirstLengthThatLooksLikeAMagicIsALengthStill(int length) throws IOException {
    assertEquals(TfRecordCompressions.NONE, open(framed(length, new byte[length])).compression());
    assertEquals(length, readAll(framed(length, new byte[length])).get(0).length);
  }

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void theNameIsNotLookedAt(TfRecordCompression compression) throws IOException {
    byte[] file = compress(compression, framed(records(1, 10, 20)));
    for (String name : new String[] {"a.tfrecord", "a.tfrecord.gz", "a.zst", "a"}) {
      TfRecordFile opened = TfRecordFile.open(TfRecordFiles.source(name, file), OPTIONS);
      assertEquals(compression, opened.compression());
    }
  }

  // Covers R-TFRECORD-2
  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void whatIsStatedHoldsWhateverTheFirstBytesLookLike(TfRecordCompression compression)
      throws IOException {
    byte[] file = compress(compression, framed(records(1, 10, 20)));
    for (TfRecordCompression declared : TfRecordCompressions.STANDARD) {
      TfRecordReadOptions options = OPTIONS.withCompression(declared);
      if (declared == compression) {
        assertEquals(2, readAll(file, options).size());
      } else {
        PcrException.Corrupt e =
            assertThrows(PcrException.Corrupt.class, () -> readAll(file, options));
        ErrorCode code =
            declared == TfRecordCompressions.NONE
                ? ErrorCode.CHECKSUM_MISMATCH
                : ErrorCode.MALFORMED;
        assertEquals(code, e.code(), () -> declared + ": " + e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "not a TFRecord file", "x\u009c but this is not zlib"})
  void otherFilesAreNoTfRecords(String text) {
    PcrException.NotPcr e =
        assertThrows(
            PcrException.NotPcr.class, () -> open(text.getBytes(StandardCharsets.ISO_8859_1)));
    assertTrue(e.getMessage().contains("train-0.tfrecord"), e::getMessage);
  }

  @Test
  void aDamagedFirstLengthIsNamedWhenTheFileIsDeclared() {
    byte[] file = framed(records(1, 10));
    file[0] ^= 1;
    assertThrows(PcrException.NotPcr.class, () -> readAll(file));
    TfRecordReadOptions options = OPTIONS.withCompression(TfRecordCompressions.NONE);
    PcrException e = assertThrows(PcrException.Corrupt.class, () -> readAll(file, options));
    assertEquals("TfRecord[0].length_crc", e.field());
  }
}
