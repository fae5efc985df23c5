package io.pcr.format.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkerScannerTest {
  private static final byte[] PROGRESSIVE = JpegBytes.encoded(40, 30, false, true);

  @Test
  void smallestFileIsUnderstood() throws PcrException {
    JpegStructure jpeg = scan(JpegBytes.small());
    assertEquals(List.of(Marker.SOI, Marker.SOF0, Marker.SOS, Marker.EOI), markers(jpeg));
    assertEquals(
        new Frame(Marker.SOF0, 8, 16, 16, List.of(new Frame.Component(1, 1, 1, 0))), jpeg.frame());
    JpegScan only = jpeg.scans().get(0);
    assertEquals(
        new ScanHeader(List.of(new ScanHeader.Component(1, 0, 0)), 0, 63, 0, 0), only.header());
    assertEquals(3, only.entropyLength());
    assertTrue(jpeg.hasEoi());
    assertEquals(0, jpeg.trailingLength());
  }

  @Test
  void everyImageIsPartitionedWithoutJunk() throws IOException {
    for (byte[] image : Corpus.images()) {
      JpegStructure jpeg = MarkerScanner.scan(ByteBuffer.wrap(image), "image");
      requirePartition(jpeg);
      assertFalse(jpeg.has(Marker.JUNK));
      assertTrue(jpeg.hasEoi());
    }
  }

  @Test
  void offsetsCountFromTheBuffersPositionWhateverItsOrder() throws PcrException {
    byte[] file = JpegBytes.small().bytes();
    ByteBuffer padded = ByteBuffer.allocateDirect(file.length + 9).order(ByteOrder.LITTLE_ENDIAN);
    padded.position(5).put(file).position(5).limit(5 + file.length);
    JpegStructure jpeg = MarkerScanner.scan(padded, "padded");
    assertEquals(0, jpeg.start());
    assertEquals(file.length, jpeg.end());
    assertEquals(5, padded.position());
    assertEquals(16, jpeg.frame().width());
  }

  @Test
  void fillBytesBelongToTheMarkerTheyPrecede() throws PcrException {
    JpegBytes head = JpegBytes.soi().raw(0xFF, 0xFF);
    JpegStructure jpeg =
        scan(
            head.frame(Marker.SOF0, 1)
                .raw(0xFF)
                .scan(0, 63, 0, 0, 1)
                .raw(7, 8)
                .raw(0xFF, 0xFF, 0xFF)
                .eoi());
    requirePartition(jpeg);
    assertFalse(jpeg.has(Marker.JUNK));
    assertEquals(2, jpeg.segments().get(1).offset());
    assertEquals(2, jpeg.scans().get(0).entropyLength());
    assertEquals(5, jpeg.segments().get(3).length());
  }

  @Test
  void stuffedZerosAndRestartMarkersAreEntropyCodedData() throws PcrException {
    JpegStructure jpeg =
        scan(
            JpegBytes.soi()
                .frame(Marker.SOF0, 1)
                .segment(Marker.DRI, 0, 4)
                .scan(0, 63, 0, 0, 1)
                .raw(1, 0xFF, 0, 2, 0xFF, 0xD0, 3, 0xFF, 0xFF, 0xD1, 0xFF, 0xFF, 0, 4)
                .eoi());
    JpegScan only = jpeg.scans().get(0);
    assertEquals(14, only.entropyLength());
    assertEquals(2, only.restartMarkers());
    assertEquals(4, only.restartInterval());
  }

  @Test
  void restartIntervalIsThatInForceAtEachScan() throws PcrException {
    JpegStructure jpeg =
        scan(
            JpegBytes.soi()
                .frame(Marker.SOF2, 1)
                .scan(0, 0, 0, 0, 1)
                .raw(1)
                .segment(Marker.DRI, 1, 0)
                .scan(1, 63, 0, 0, 1)
                .raw(2)
                .eoi());
    assertEquals(List.of(0, 256), jpeg.scans().stream().map(JpegScan::restartInterval).toList());
  }

  @Test
  void junkBeforeSoiIsSteppedOver() throws PcrException {
    byte[] file = JpegBytes.small().bytes();
    JpegStructure jpeg = scan(new JpegBytes().raw(0, 0xFF, 0xD8, 9, 0xFF).raw(file));
    assertEquals(5, jpeg.start());
    requirePartition(jpeg);
  }

  @Test
  void soiIsNotLookedForBeyondTheBound() throws PcrException {
    byte[] file = JpegBytes.small().bytes();
    int last = MarkerScanner.MAX_LEADING_JUNK - 3;
    assertEquals(last, scan(new JpegBytes().raw(new byte[last]).raw(file)).start());
    refused(
        ErrorCode.BAD_JPEG, "Jpeg.SOI", new JpegBytes().raw(new byte[last + 1]).raw(file).bytes());
  }

  @Test
  void junkBetweenSegmentsIsOneSegment() throws PcrException {
    JpegStructure jpeg =
        scan(
            JpegBytes.soi()
                .raw(1, 2, 0xFF, 0, 3, 0xFF, 0xFF, 0, 4)
                .frame(Marker.SOF0, 1)
                .scan(0, 63, 0, 0, 1)
                .eoi());
    assertEquals(
        List.of(Marker.SOI, Marker.JUNK, Marker.SOF0, Marker.SOS, Marker.EOI), markers(jpeg));
    assertEquals(new Segment(Marker.JUNK, 2, 9, 2), jpeg.segments().get(1));
    requirePartition(jpeg);
  }

  @Test
  void bytesAfterEoiAreLeftAloneAndASecondImageIsNoticed() throws PcrException {
    JpegStructure plain = scan(JpegBytes.small().raw(1, 2, 3));
    assertEquals(3, plain.trailingLength());
    assertFalse(plain.hasSecondImage());
    JpegStructure multi = scan(JpegBytes.small().raw(0).raw(JpegBytes.small().bytes()));
    assertTrue(multi.hasSecondImage());
    assertEquals(1, multi.scans().size());
    requirePartition(multi);
  }

  @Test
  void missingEoiIsSaid() throws PcrException {
    JpegStructure jpeg = scan(JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(5, 6));
    assertFalse(jpeg.hasEoi());
    assertEquals(jpeg.bytes().limit(), jpeg.end());
    requirePartition(jpeg);
  }

  @Test
  void loneMarkerPrefixAtTheEndIsJunk() throws PcrException {
    JpegStructure jpeg =
        scan(JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(5, 0xFF));
    assertEquals(Marker.JUNK, jpeg.segments().get(3).marker());
    assertFalse(jpeg.hasEoi());
    requirePartition(jpeg);
  }

  @Test
  void segmentCutAfterTheFirstScanIsATailWithoutEoi() throws PcrException {
    JpegStructure jpeg =
        scan(
            JpegBytes.soi()
                .frame(Marker.SOF2, 1)
                .scan(0, 0, 0, 0, 1)
                .raw(5, 0xFF, Marker.DHT, 0, 99, 1));
    assertEquals(List.of(Marker.SOI, Marker.SOF2, Marker.SOS, Marker.JUNK), markers(jpeg));
    requirePartition(jpeg);
  }

  @Test
  void heightZeroWithDnlIsRecorded() throws PcrException {
    JpegStructure jpeg =
        scan(
            JpegBytes.soi()
                .segment(Marker.SOF0, 8, 0, 0, 0, 16, 1, 1, 0x11, 0)
                .scan(0, 63, 0, 0, 1)
                .raw(1)
                .segment(Marker.DNL, 0, 16)
                .eoi());
    assertEquals(0, jpeg.frame().height());
    assertTrue(jpeg.has(Marker.DNL));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
  void everyKindOfFrameIsRead(int marker) throws PcrException {
    assertEquals(
        marker, scan(JpegBytes.soi().frame(marker, 1).scan(0, 63, 0, 0, 1).eoi()).frame().marker());
  }

  @Test
  void hierarchicalFileHasSeveralFramesAndEachScanKnowsItsOwn() throws PcrException {
    JpegStructure jpeg =
        scan(
            JpegBytes.soi()
                .frame(0xC0, 1)
                .scan(0, 63, 0, 0, 1)
                .raw(1)
                .frame(0xC5, 1)
                .scan(0, 63, 0, 0, 1)
                .raw(2)
                .eoi());
    assertEquals(2, jpeg.frames().size());
    assertEquals(List.of(0, 1), jpeg.scans().stream().map(JpegScan::frame).toList());
  }

  @Test
  void emptyInputAndOtherFilesAreRefused() {
    refused(ErrorCode.BAD_JPEG, "Jpeg.SOI", new byte[0]);
    refused(ErrorCode.BAD_JPEG, "Jpeg.SOI", new byte[] {(byte) 0xFF});
    refused(ErrorCode.TRUNCATED, "Jpeg.SOS", JpegBytes.soi().bytes());
    refused(
        ErrorCode.BAD_JPEG,
        "Jpeg.SOI",
        "\u0089PNG\r\n\u001a\n not a JPEG".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  @Test
  void secondSoiBeforeEoiIsRefused() {
    refused(ErrorCode.BAD_JPEG, "Jpeg.SOI", JpegBytes.soi().raw(0xFF, Marker.SOI, 0xFF).bytes());
  }

  @Test
  void lengthBelowTwoIsRefusedAtItsOffset() {
    PcrException e =
        refused(
            ErrorCode.BAD_JPEG,
            "Jpeg.APP0.length",
            JpegBytes.soi().raw(0xFF, Marker.APP0, 0, 1).bytes());
    assertEquals(4, e.offset());
  }

  @Test
  void reservedMarkerIsRefused() {
    refused(ErrorCode.BAD_JPEG, "Jpeg.marker", JpegBytes.soi().raw(0xFF, 0x42, 0, 2).bytes());
  }

  @Test
  void scanBeforeItsFrameIsRefused() {
    refused(
        ErrorCode.BAD_JPEG, "Jpeg.SOS", JpegBytes.soi().scan(0, 63, 0, 0, 1).raw(1).eoi().bytes());
  }

  @Test
  void headersWhoseCountsDoNotFitTheirLengthAreRefused() {
    refused(
        ErrorCode.BAD_JPEG, "Jpeg.SOF0", JpegBytes.soi().segment(Marker.SOF0, 8, 0, 16).bytes());
    refused(
        ErrorCode.BAD_JPEG,
        "Jpeg.SOF0",
        JpegBytes.soi().segment(Marker.SOF0, 8, 0, 16, 0, 16, 0).bytes());
    refused(
        ErrorCode.BAD_JPEG,
        "Jpeg.SOF0",
        JpegBytes.soi().segment(Marker.SOF0, 8, 0, 16, 0, 16, 255, 1, 0x11, 0).bytes());
    refused(ErrorCode.BAD_JPEG, "Jpeg.DRI.length", JpegBytes.soi().segment(Marker.DRI, 1).bytes());
    JpegBytes head = JpegBytes.soi().frame(Marker.SOF0, 1);
    refused(
        ErrorCode.BAD_JPEG,
        "Jpeg.SOS",
        head.segment(Marker.SOS, 5, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 0, 63, 0).bytes());
    refused(
        ErrorCode.BAD_JPEG,
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
  void megabytesOfPrefixesStuffingOrRestartsEndQuickly() {
    for (int second : new int[] {0xFF, 0x00, 0xD3, 0x01}) {
      byte[] data = new byte[32 << 20];
      Arrays.fill(data, (byte) 0xFF);
      for (int i = 1; i < data.length; i += 2) {
        data[i] = (byte) second;
      }
      byte[] file = JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(data).bytes();
      assertTimeout(
          Duration.ofSeconds(5),
          () -> {
            try {
              requirePartition(MarkerScanner.scan(ByteBuffer.wrap(file), "bomb"));
            } catch (PcrException.LimitExceeded e) {
              assertEquals(0x01, second);
            }
          });
    }
  }

  @Test
  void everyTruncationIsRefusedOrSaidToLackItsEoi() throws PcrException {
    int firstData =
        MarkerScanner.scan(ByteBuffer.wrap(PROGRESSIVE), "whole").scans().get(0).entropyOffset();
    for (int length = 0; length < PROGRESSIVE.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(PROGRESSIVE, 0, length);
      if (length < firstData) {
        assertThrows(PcrException.Corrupt.class, () -> MarkerScanner.scan(cut, "cut"));
      } else {
        JpegStructure jpeg = MarkerScanner.scan(cut, "cut");
        assertFalse(jpeg.hasEoi());
        requirePartition(jpeg);
      }
    }
  }

  @Test
  void everyFlippedBitGivesAPartitionOrATypedError() {
    for (int bit = 0; bit < PROGRESSIVE.length * 8; bit++) {
      byte[] flipped = PROGRESSIVE.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      requirePartitionOrTypedError(flipped);
    }
  }

  @Property(tries = 2000)
  void arbitraryBytesBehindSoiGiveAPartitionOrATypedError(@ForAll @Size(max = 400) byte[] bytes) {
    requirePartitionOrTypedError(JpegBytes.soi().raw(bytes).bytes());
    requirePartitionOrTypedError(
        JpegBytes.soi().frame(Marker.SOF2, 1).scan(0, 0, 0, 0, 1).raw(bytes).bytes());
  }

  @Property(tries = 2000)
  void entropyDataOfAnyLengthEndAtTheNextMarker(
      @ForAll @IntRange(max = 3000) int length,
      @ForAll @IntRange(max = 3) int fill,
      @ForAll Random random)
      throws PcrException {
    JpegBytes jpeg = JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1);
    int start = jpeg.length();
    jpeg.raw(JpegBytes.entropy(random, length));
    for (int i = 0; i < fill; i++) {
      jpeg.raw(0xFF);
    }
    JpegScan only = scan(jpeg.eoi()).scans().get(0);
    assertEquals(start, only.entropyOffset());
    assertEquals(length, only.entropyLength());
  }

  private static void requirePartitionOrTypedError(byte[] bytes) {
    try {
      requirePartition(MarkerScanner.scan(ByteBuffer.wrap(bytes), "hostile"));
    } catch (PcrException e) {
      assertEquals("hostile", e.source());
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
    }
  }

  /** Every byte from SOI to the end is in exactly one segment or in one scan's data. */
  private static void requirePartition(JpegStructure jpeg) {
    int at = jpeg.start();
    int scan = 0;
    for (Segment segment : jpeg.segments()) {
      assertEquals(at, segment.offset());
      at = segment.end();
      if (segment.marker() == Marker.SOS) {
        assertEquals(segment, jpeg.scans().get(scan).segment());
        assertEquals(at, jpeg.scans().get(scan).entropyOffset());
        at = jpeg.scans().get(scan).entropyEnd();
        scan++;
      }
    }
    assertEquals(jpeg.scans().size(), scan);
    assertEquals(jpeg.end(), at);
    assertEquals(jpeg.bytes().limit(), at + jpeg.trailingLength());
  }

  private static JpegStructure scan(JpegBytes jpeg) throws PcrException {
    return MarkerScanner.scan(jpeg.buffer(), "test.jpg");
  }

  private static List<Integer> markers(JpegStructure jpeg) {
    return jpeg.segments().stream().map(Segment::marker).toList();
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
