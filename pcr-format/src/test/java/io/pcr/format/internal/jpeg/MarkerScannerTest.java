package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkerScannerTest {
  @Test
  void smallestFileIsUnderstood() throws PcrException {
    JpegStructure jpeg = Scans.scan(JpegBytes.small());
    assertEquals(List.of(Marker.SOI, Marker.SOF0, Marker.SOS, Marker.EOI), markers(jpeg));
    assertEquals(
        new Frame(Marker.SOF0, 8, 16, 16, List.of(new Frame.Component(1, 1, 1, 0))), jpeg.frame());
    JpegScan only = jpeg.scans().get(0);
    assertEquals(
        new ScanHeader(List.of(new ScanHeader.Component(1, 0, 0)), 0, 63, 0, 0), only.header());
    assertEquals(3, only.entropyLength());
    assertTrue(jpeg.hasEoi());
    assertEquals(jpeg.bytes().limit(), jpeg.end());
  }

  @Test
  void everyImageIsPartitionedWithoutJunk() throws IOException {
    for (byte[] image : Corpus.images()) {
      JpegStructure jpeg = MarkerScanner.scan(ByteBuffer.wrap(image), "image");
      Scans.requirePartition(jpeg);
      assertFalse(Scans.has(jpeg, Marker.JUNK));
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
        Scans.scan(
            head.frame(Marker.SOF0, 1)
                .raw(0xFF)
                .scan(0, 63, 0, 0, 1)
                .raw(7, 8)
                .raw(0xFF, 0xFF, 0xFF)
                .eoi());
    Scans.requirePartition(jpeg);
    assertFalse(Scans.has(jpeg, Marker.JUNK));
    assertEquals(2, jpeg.segments().get(1).offset());
    assertEquals(2, jpeg.scans().get(0).entropyLength());
    assertEquals(5, jpeg.segments().get(3).length());
  }

  @Test
  void stuffedZerosAndRestartMarkersAreEntropyCodedData() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(
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
        Scans.scan(
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
    JpegStructure jpeg = Scans.scan(new JpegBytes().raw(0, 0xFF, 0xD8, 9, 0xFF).raw(file));
    assertEquals(5, jpeg.start());
    Scans.requirePartition(jpeg);
  }

  @Test
  void junkBetweenSegmentsIsOneSegment() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(
            JpegBytes.soi()
                .raw(1, 2, 0xFF, 0, 3, 0xFF, 0xFF, 0, 4)
                .frame(Marker.SOF0, 1)
                .scan(0, 63, 0, 0, 1)
                .eoi());
    assertEquals(
        List.of(Marker.SOI, Marker.JUNK, Marker.SOF0, Marker.SOS, Marker.EOI), markers(jpeg));
    assertEquals(new Segment(Marker.JUNK, 2, 9, 2), jpeg.segments().get(1));
    Scans.requirePartition(jpeg);
  }

  @Test
  void bytesAfterEoiAreLeftAloneASecondImageToo() throws PcrException {
    JpegStructure plain = Scans.scan(JpegBytes.small().raw(1, 2, 3));
    assertEquals(plain.bytes().limit() - 3, plain.end());
    JpegStructure multi = Scans.scan(JpegBytes.small().raw(0).raw(JpegBytes.small().bytes()));
    assertEquals(JpegBytes.small().bytes().length, multi.end());
    assertEquals(1, multi.scans().size());
    Scans.requirePartition(multi);
  }

  @Test
  void missingEoiIsSaid() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(5, 6));
    assertFalse(jpeg.hasEoi());
    assertEquals(jpeg.bytes().limit(), jpeg.end());
    Scans.requirePartition(jpeg);
  }

  @Test
  void loneMarkerPrefixAtTheEndIsJunk() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(5, 0xFF));
    assertEquals(Marker.JUNK, jpeg.segments().get(3).marker());
    assertFalse(jpeg.hasEoi());
    Scans.requirePartition(jpeg);
  }

  @Test
  void segmentCutAfterTheFirstScanIsATailWithoutEoi() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(
            JpegBytes.soi()
                .frame(Marker.SOF2, 1)
                .scan(0, 0, 0, 0, 1)
                .raw(5, 0xFF, Marker.DHT, 0, 99, 1));
    assertEquals(List.of(Marker.SOI, Marker.SOF2, Marker.SOS, Marker.JUNK), markers(jpeg));
    Scans.requirePartition(jpeg);
  }

  @Test
  void heightZeroWithDnlIsRecorded() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(
            JpegBytes.soi()
                .segment(Marker.SOF0, 8, 0, 0, 0, 16, 1, 1, 0x11, 0)
                .scan(0, 63, 0, 0, 1)
                .raw(1)
                .segment(Marker.DNL, 0, 16)
                .eoi());
    assertEquals(0, jpeg.frame().height());
    assertTrue(Scans.has(jpeg, Marker.DNL));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
  void everyKindOfFrameIsRead(int marker) throws PcrException {
    assertEquals(
        marker,
        Scans.scan(JpegBytes.soi().frame(marker, 1).scan(0, 63, 0, 0, 1).eoi()).frame().marker());
  }

  @Test
  void hierarchicalFileHasSeveralFramesAndEachScanKnowsItsOwn() throws PcrException {
    JpegStructure jpeg =
        Scans.scan(
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

  private static List<Integer> markers(JpegStructure jpeg) {
    return jpeg.segments().stream().map(Segment::marker).toList();
  }
}
