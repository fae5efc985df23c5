package io.pcr.format.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OriginalSegmentsTest {
  @Test
  void partsOfEveryImageAreTheImage() throws IOException {
    long literals = 0;
    for (byte[] image : Corpus.images()) {
      OriginalSegments parts =
          OriginalSegments.of(MarkerScanner.scan(ByteBuffer.wrap(image), "image"));
      assertArrayEquals(image, joined(parts, image));
      assertEquals(image.length, parts.literalLength() + parts.entropyCodedLength());
      literals += parts.literalLength();
    }
    assertTrue(literals > 0);
  }

  @Property
  void partsOfAnyFileThatScansAreTheFile(
      @ForAll @Size(max = 50) byte[] before,
      @ForAll @Size(max = 200) byte[] data,
      @ForAll @Size(max = 50) byte[] after) {
    byte[] file =
        new JpegBytes()
            .raw(before)
            .raw(JpegBytes.soi().frame(Marker.SOF2, 1).scan(0, 0, 0, 0, 1).raw(data).bytes())
            .eoi()
            .raw(after)
            .bytes();
    try {
      assertArrayEquals(
          file,
          joined(OriginalSegments.of(MarkerScanner.scan(ByteBuffer.wrap(file), "any")), file));
    } catch (PcrException e) {
      assertEquals("any", e.source());
    }
  }

  @Test
  void literalsEndWithEachScanHeaderAndHoldWhatFollowsEoi() throws PcrException {
    byte[] file =
        JpegBytes.soi()
            .frame(Marker.SOF2, 1)
            .scan(0, 0, 0, 0, 1)
            .raw(1, 2)
            .scan(1, 63, 0, 0, 1)
            .raw(3)
            .eoi()
            .raw(9)
            .bytes();
    OriginalSegments parts = OriginalSegments.of(MarkerScanner.scan(ByteBuffer.wrap(file), "two"));
    assertEquals(
        List.of(25, 10, 3), parts.literals().stream().map(OriginalSegments.Range::length).toList());
    assertEquals(
        List.of(2, 1), parts.entropyCoded().stream().map(OriginalSegments.Range::length).toList());
  }

  @Test
  void lastLiteralIsEmptyWhenTheFileEndsInItsData() throws PcrException {
    byte[] file = JpegBytes.soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(1, 2).bytes();
    OriginalSegments parts = OriginalSegments.of(MarkerScanner.scan(ByteBuffer.wrap(file), "cut"));
    assertEquals(0, parts.literals().get(1).length());
  }

  @Test
  void rangesThatCannotAlternateAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new OriginalSegments(List.of(), List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new OriginalSegments.Range(1, Integer.MAX_VALUE));
  }

  private static byte[] joined(OriginalSegments parts, byte[] file) {
    ByteBuffer out = ByteBuffer.allocate(file.length);
    for (int i = 0; i < parts.literals().size(); i++) {
      out.put(parts.literals().get(i).of(ByteBuffer.wrap(file)));
      if (i < parts.entropyCoded().size()) {
        out.put(parts.entropyCoded().get(i).of(ByteBuffer.wrap(file)));
      }
    }
    return out.array();
  }
}
