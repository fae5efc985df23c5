package io.pcr.format.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PcrExceptionTest {
  private static final FieldLocation HEAD_CRC =
      new FieldLocation("ShardHead.head_crc32c", 60, "train/part-00007.pcr");

  @Test
  void checksumMismatchSaysBothValuesAndThePlace() {
    PcrException e = PcrException.Corrupt.checksum(HEAD_CRC, 0x1a2b3c4d, 0x99aa00ff);
    assertEquals(
        "ShardHead.head_crc32c: stored 0x1a2b3c4d, computed 0x99aa00ff, at 60 in train/part-00007.pcr",
        e.getMessage());
    assertEquals(ErrorCode.CHECKSUM_MISMATCH, e.code());
    assertEquals(HEAD_CRC, e.location());
    assertEquals("0x1a2b3c4d", e.stored());
    assertEquals("0x99aa00ff", e.computed());
  }

  @Test
  void unsupportedNamesTheFeature() {
    PcrException.Unsupported e =
        new PcrException.Unsupported(
            ErrorCode.UNSUPPORTED_FEATURE, HEAD_CRC, "incompatible feature bit 5", "0x20", "0x0");
    assertEquals("incompatible feature bit 5", e.feature());
    assertEquals(
        "ShardHead.head_crc32c: unsupported incompatible feature bit 5: found 0x20, supported 0x0,"
            + " at 60 in train/part-00007.pcr",
        e.getMessage());
  }

  @Test
  void limitShowsTheUnsignedNeed() {
    PcrException.LimitExceeded e =
        new PcrException.LimitExceeded(HEAD_CRC, "metadataBytes", -1L, 100);
    assertEquals(-1L, e.needed());
    assertEquals(100, e.limit());
    assertEquals("18446744073709551615", e.stored());
  }
}
