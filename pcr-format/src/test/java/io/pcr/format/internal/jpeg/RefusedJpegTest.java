package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Files that are no JPEG, malformed, or more than the limits allow. */
class RefusedJpegTest {
  @Test
  void soiIsNotLookedForBeyondTheBound() throws PcrException {
    byte[] file = JpegBytes.small().bytes();
    int last = MarkerScanner.MAX_LEADING_JUNK - 3;
    assertEquals(last, Scans.scan(new JpegBytes().raw(new byte[last]).raw(file)).start());
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOI",
        new JpegBytes().raw(new byte[last + 1]).raw(file).bytes());
  }

  @Test
  void emptyInputAndOtherFilesAreRefused() {
    refused(ErrorCode.IMAGE_CORRUPT, "Jpeg.SOI", new byte[0]);
    refused(ErrorCode.IMAGE_CORRUPT, "Jpeg.SOI", new byte[] {(byte) 0xFF});
    refused(ErrorCode.TRUNCATED, "Jpeg.SOS", JpegBytes.soi().bytes());
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOI",
        "\u0089PNG\r\n\u001a\n not a JPEG".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  @Test
  void secondSoiBeforeEoiIsRefused() {
    refused(
        ErrorCode.IMAGE_CORRUPT, "Jpeg.SOI", JpegBytes.soi().raw(0xFF, Marker.SOI, 0xFF).bytes());
  }

  @Test
  void lengthBelowTwoIsRefusedAtItsOffset() {
    PcrException e =
        refused(
            ErrorCode.IMAGE_CORRUPT,
            "Jpeg.APP0.length",
            JpegBytes.soi().raw(0xFF, Marker.APP0, 0, 1).bytes());
    assertEquals(4, e.offset());
  }

  @Test
  void reservedMarkerIsRefused() {
    refused(ErrorCode.IMAGE_CORRUPT, "Jpeg.marker", JpegBytes.soi().raw(0xFF, 0x42, 0, 2).bytes());
  }

  @Test
  void scanBeforeItsFrameIsRefused() {
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOS",
        JpegBytes.soi().scan(0, 63, 0, 0, 1).raw(1).eoi().bytes());
  }

  @Test
  void headersWhoseCountsDoNotFitTheirLengthAreRefused() {
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOF0",
        JpegBytes.soi().segment(Marker.SOF0, 8, 0, 16).bytes());
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOF0",
        JpegBytes.soi().segment(Marker.SOF0, 8, 0, 16, 0, 16, 0).bytes());
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOF0",
        JpegBytes.soi().segment(Marker.SOF0, 8, 0, 16, 0, 16, 255, 1, 0x11, 0).bytes());
    refused(
        ErrorCode.IMAGE_CORRUPT, "Jpeg.DRI.length", JpegBytes.soi().segment(Marker.DRI, 1).bytes());
    JpegBytes head = JpegBytes.soi().frame(Marker.SOF0, 1);
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOS",
        head.segment(Marker.SOS, 5, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 0, 63, 0).bytes());
    refused(
        ErrorCode.IMAGE_CORRUPT,
        "Jpeg.SOS",
        JpegBytes.soi().frame(Marker.SOF0, 1).segment(Marker.SOS, new byte[0]).bytes());
  }

  @Test
  void fileWithoutAScanIsTruncated() {
    refused(ErrorCode.TRUNCATED, "Jpeg.SOS", JpegBytes.soi().frame(Marker.SOF0, 1).eoi().bytes());
    refused(
        ErrorCode.TRUNCATED, "Jpeg.APP0", JpegBytes.soi().raw(0xFF, Marker.APP0, 1, 0, 7).bytes());
    refused(
        ErrorCode.TRUNCATED,
        "Jpeg.APP0",
        JpegBytes.soi().raw(0xFF, Marker.APP0, 1).bytes().clone());
  }

  @Test
  void scanBombIsRefusedByTheLimitBeforeItsRestIsRead() {
    JpegBytes bomb = JpegBytes.soi().frame(Marker.SOF2, 1);
    for (int i = 0; i < 694; i++) {
      bomb.scan(0, 0, 0, 0, 1).raw(1);
    }
    PcrException e = refused(ErrorCode.LIMIT_EXCEEDED, "Jpeg.SOS", bomb.eoi().bytes());
    assertEquals(101, assertInstanceOf(PcrException.LimitExceeded.class, e).needed());
  }

  @Test
  void scanLimitIsTheCallers() throws PcrException {
    JpegBytes jpeg =
        JpegBytes.soi()
            .frame(Marker.SOF2, 1)
            .scan(0, 0, 0, 0, 1)
            .raw(1)
            .scan(1, 63, 0, 0, 1)
            .raw(1)
            .eoi();
    assertEquals(
        2,
        MarkerScanner.scan(jpeg.buffer(), "two", Limits.DEFAULT.withInputScans(2)).scans().size());
    assertThrows(
        PcrException.LimitExceeded.class,
        () -> MarkerScanner.scan(jpeg.buffer(), "two", Limits.DEFAULT.withInputScans(1)));
  }

  @Test
  void markerBombIsRefusedByTheLimit() {
    JpegBytes bomb = JpegBytes.soi();
    for (int i = 0; i < MarkerScanner.MAX_SEGMENTS; i++) {
      bomb.raw(0xFF, Marker.TEM);
    }
    refused(ErrorCode.LIMIT_EXCEEDED, "Jpeg.segments", bomb.bytes());
  }

  @Test
  void megabytesOfPrefixesStuffingOrRestartsComeToAnEnd() throws PcrException {
    for (int second : new int[] {0xFF, 0x00, 0xD3, 0x01}) {
      byte[] data = new byte[32 << 20];
      Arrays.fill(data, (byte) 0xFF);
      for (int i = 1; i < data.length; i += 2) {
        data[i] = (byte) second;
      }
      byte[] file = JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(data).bytes();
      try {
        // What read a byte more than a few times would never come to an end.
        Scans.requirePartition(MarkerScanner.scan(ByteBuffer.wrap(file), "bomb"));
        assertNotEquals(0x01, second);
      } catch (PcrException.LimitExceeded e) {
        assertEquals(0x01, second);
      }
    }
  }

  private static PcrException refused(ErrorCode code, String field, byte[] bytes) {
    PcrException e =
        assertThrows(
            PcrException.class, () -> MarkerScanner.scan(ByteBuffer.wrap(bytes), "bad.jpg"));
    assertEquals(code, e.code(), e.getMessage());
    assertEquals(field, e.field(), e.getMessage());
    return e;
  }
}
