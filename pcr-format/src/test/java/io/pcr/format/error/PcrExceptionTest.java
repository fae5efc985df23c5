package io.pcr.format.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
            ErrorCode.UNSUPPORTED, HEAD_CRC, "incompatible feature bit 5", "0x20", "0x0");
    assertEquals("incompatible feature bit 5", e.feature());
    assertEquals(
        "ShardHead.head_crc32c: unsupported incompatible feature bit 5: found 0x20, supported 0x0,"
            + " at 60 in train/part-00007.pcr",
        e.getMessage());
  }

  @Test
  void limitShowsTheUnsignedNeed() {
    PcrException.LimitExceeded e =
        new PcrException.LimitExceeded(HEAD_CRC, Limit.METADATA_BYTES, -1L, 100);
    assertEquals(-1L, e.needed());
    assertEquals(100, e.allowed());
    assertEquals("18446744073709551615", e.stored());
  }

  @Test
  void codeOfAnotherFamilyIsAMistake() {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.isDamage()) {
        assertEquals(code, new PcrException.Corrupt(code, HEAD_CRC, 1, 2).code());
        assertThrows(
            IllegalArgumentException.class,
            () -> new PcrException.Unsupported(code, HEAD_CRC, "it", 1, 2));
      } else {
        assertEquals(code, new PcrException.Unsupported(code, HEAD_CRC, "it", 1, 2).code());
        assertThrows(
            IllegalArgumentException.class, () -> new PcrException.Corrupt(code, HEAD_CRC, 1, 2));
      }
    }
  }

  @Test
  void imageKeepsTheWordsOfItsDecoder() {
    FieldLocation place = new FieldLocation("PNG.data", 0, "a.png");
    PcrException corrupt = PcrException.Corrupt.image(place, "invalid filter (libspng)");
    assertEquals("PNG.data: invalid filter (libspng), at 0 in a.png", corrupt.getMessage());
    assertEquals("invalid filter (libspng)", corrupt.problem());
    assertEquals(ErrorCode.IMAGE_CORRUPT, corrupt.code());
    PcrException unproved = new PcrException.Unproved(place, "another picture");
    assertEquals(ErrorCode.IMAGE_UNSUPPORTED, unproved.code());
    assertEquals("another picture", unproved.problem());
  }

  @Test
  void limitOfUnknownSizeSaysWhichItIs() {
    PcrException.LimitExceeded e =
        PcrException.LimitExceeded.unmeasured(HEAD_CRC, Limit.NATIVE_MEMORY, "no room");
    assertEquals(Limit.NATIVE_MEMORY, e.limit());
    assertEquals("no room, limit native memory", e.problem());
    assertEquals(PcrException.LimitExceeded.UNKNOWN, e.needed());
  }
}
