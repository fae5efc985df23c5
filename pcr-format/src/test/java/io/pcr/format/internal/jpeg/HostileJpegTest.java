package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** JPEGs cut, flipped and of arbitrary bytes: a partition, or a typed error. */
class HostileJpegTest {
  private static final byte[] PROGRESSIVE = JpegBytes.encoded(40, 30, false, true);

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
        Scans.requirePartition(jpeg);
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
    JpegScan only = Scans.scan(jpeg.eoi()).scans().get(0);
    assertEquals(start, only.entropyOffset());
    assertEquals(length, only.entropyLength());
  }

  private static void requirePartitionOrTypedError(byte[] bytes) {
    try {
      Scans.requirePartition(MarkerScanner.scan(ByteBuffer.wrap(bytes), "hostile"));
    } catch (PcrException e) {
      assertEquals("hostile", e.source());
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
    }
  }
}
