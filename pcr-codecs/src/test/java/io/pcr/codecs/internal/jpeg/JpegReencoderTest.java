package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JpegReencoderTest {
  /** A file taken apart. */
  private record Parts(ByteBuffer source, ByteBuffer progressive, List<ByteBuffer> segments) {}

  @Test
  void slicesAndSegmentsMayLieAnywhere() throws Exception {
    Parts parts = parts(JpegFixtures.restartIntervals(200, 150, 4));
    int third = parts.progressive().remaining() / 3;
    ByteBuffer head = ByteBuffer.allocateDirect(third).put(parts.progressive().slice(0, third));
    int rest = parts.progressive().remaining() - 2 - third;
    List<ByteBuffer> slices =
        List.of(head.flip(), ByteBuffer.allocate(0), parts.progressive().slice(third, rest));
    try (JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      ByteBuffer back =
          reencoder.reencode(slices, parts.segments(), parts.source().remaining(), "sliced");
      assertEquals(parts.source(), back);
      assertTrue(back.isReadOnly());
    }
  }

  @Test
  void lengthBoundsTheOutput() throws Exception {
    Parts parts = parts(JpegFixtures.baseline(200, 150));
    for (int less : new int[] {1, 100, parts.source().remaining()}) {
      PcrException e =
          assertThrows(
              PcrException.class,
              () -> reencode(parts, parts.segments(), parts.source().remaining() - less));
      assertSame(PcrException.LimitExceeded.class, e.getClass());
    }
  }

  @Test
  void segmentsThatAreNotCutAtTheScansAreRefused() throws Exception {
    Parts parts = parts(JpegFixtures.nonInterleaved(80, 60));
    List<ByteBuffer> segments = parts.segments();
    assertCorrupt(parts, segments.subList(0, 3));
    assertCorrupt(parts, List.of());
    assertCorrupt(parts, Collections.nCopies(4, ByteBuffer.allocate(0)));
    List<ByteBuffer> swapped = new ArrayList<>(segments);
    Collections.swap(swapped, 1, 2);
    Collections.swap(swapped, 0, 3);
    assertCorrupt(parts, swapped);
    List<ByteBuffer> shorter = new ArrayList<>(segments);
    shorter.set(0, segments.get(0).slice(0, segments.get(0).remaining() - 1));
    assertCorrupt(parts, shorter);
    assertCorrupt(parts, Collections.nCopies(500, segments.get(0)));
  }

  @Test
  void headerOfAnotherImageIsRefused() throws Exception {
    Parts parts = parts(JpegFixtures.baseline(80, 60));
    assertCorrupt(parts, parts(JpegFixtures.baseline(80, 61)).segments());
    assertCorrupt(parts, parts(JpegFixtures.baseline444(80, 60)).segments());
    assertCorrupt(parts, parts(JpegFixtures.grey(80, 60)).segments());
    assertCorrupt(parts, parts(JpegFixtures.rgbIds(80, 60)).segments());
  }

  @Test
  void anyDamageToTheSegmentsEndsInBytesOrAnError() throws Exception {
    Random random = new Random(7);
    int rebuilt = 0;
    int refused = 0;
    try (JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      for (byte[] source :
          List.of(
              JpegFixtures.baseline(40, 30),
              JpegFixtures.tablesRedefinedBetweenScans(40, 30),
              JpegFixtures.arithmetic(40, 30),
              JpegFixtures.progressive(40, 30))) {
        Parts parts = parts(source);
        for (int i = 0; i < 1500; i++) {
          List<ByteBuffer> damaged = damage(parts.segments(), random);
          try {
            int limit = 2 * source.length;
            ByteBuffer back =
                reencoder.reencode(List.of(parts.progressive()), damaged, limit, "damaged");
            assertTrue(back.remaining() <= limit);
            rebuilt++;
          } catch (PcrException e) {
            assertEquals("damaged", e.source());
            refused++;
          }
        }
      }
    }
    System.out.printf("damaged headers: %d rebuilt something, %d refused%n", rebuilt, refused);
    assertTrue(rebuilt > 100 && refused > 100);
  }

  private static List<ByteBuffer> damage(List<ByteBuffer> segments, Random random) {
    List<ByteBuffer> damaged = new ArrayList<>();
    for (ByteBuffer segment : segments) {
      ByteBuffer copy = ByteBuffer.allocate(segment.remaining()).put(segment.duplicate()).flip();
      int hits = copy.hasRemaining() ? random.nextInt(3) : 0;
      for (int i = 0; i < hits; i++) {
        int at = random.nextInt(copy.remaining());
        copy.put(at, (byte) (copy.get(at) ^ (1 << random.nextInt(8))));
      }
      damaged.add(copy);
    }
    return damaged;
  }

  private static void assertCorrupt(Parts parts, List<ByteBuffer> segments) {
    PcrException e =
        assertThrows(
            PcrException.class, () -> reencode(parts, segments, parts.source().remaining()));
    assertTrue(
        e instanceof PcrException.Corrupt || e instanceof PcrException.LimitExceeded,
        e.getMessage());
  }

  private static ByteBuffer reencode(Parts parts, List<ByteBuffer> segments, int length)
      throws PcrException {
    try (JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      return reencoder.reencode(List.of(parts.progressive()), segments, length, "segments");
    }
  }

  private static Parts parts(byte[] source) throws PcrException {
    ByteBuffer bytes = ByteBuffer.wrap(source);
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT)) {
      Transcoded made = transcoder.transcode(bytes, "parts");
      return new Parts(bytes, made.jpeg(), made.reproduction().segments(bytes));
    }
  }
}
