package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.error.PcrException;

/** Scans of files made byte by byte. */
final class Scans {
  private Scans() {}

  static JpegStructure scan(JpegBytes jpeg) throws PcrException {
    return MarkerScanner.scan(jpeg.buffer(), "test.jpg");
  }

  /** Whether a segment with this marker is in the file. */
  static boolean has(JpegStructure jpeg, int marker) {
    return jpeg.segments().stream().anyMatch(segment -> segment.marker() == marker);
  }

  /** Every byte from SOI to the end is in exactly one segment or in one scan's data. */
  static void requirePartition(JpegStructure jpeg) {
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
  }
}
