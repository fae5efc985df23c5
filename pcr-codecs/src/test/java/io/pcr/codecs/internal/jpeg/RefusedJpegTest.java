package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Files that must be turned away with a reason, quickly, before anything is spent on them. */
class RefusedJpegTest {
  private static final Map<String, Class<? extends PcrException>> REASONS =
      Map.ofEntries(
          Map.entry("no bytes", PcrException.Corrupt.class),
          Map.entry("junk before the start", PcrException.Corrupt.class),
          Map.entry("12-bit", PcrException.Unsupported.class),
          Map.entry("lossless", PcrException.Unsupported.class),
          Map.entry("height in DNL", PcrException.Unsupported.class),
          Map.entry("too wide", PcrException.Unsupported.class),
          Map.entry("too many pixels", PcrException.LimitExceeded.class),
          Map.entry("scan bomb", PcrException.LimitExceeded.class),
          Map.entry("end-of-band run bomb", PcrException.LimitExceeded.class),
          Map.entry("PNG", PcrException.Corrupt.class),
          Map.entry("header only", PcrException.Corrupt.class));

  private static final int MOST_SCANS = Limits.DEFAULT.inputScans();

  @TestFactory
  Stream<DynamicTest> everyCallRefusesWithTheReasonAndTheName() {
    return JpegFixtures.refused().entrySet().stream()
        .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> requireRefused(file)));
  }

  private static void requireRefused(Map.Entry<String, byte[]> file) throws Exception {
    Class<? extends PcrException> reason = REASONS.get(file.getKey());
    ByteBuffer jpeg = ByteBuffer.wrap(file.getValue());
    ByteBuffer pixels = ByteBuffer.allocateDirect(1 << 16);
    try (JpegTranscoder transcoder = transcoder(TranscodeOptions.DEFAULT);
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      List<Executable> calls =
          List.of(
              () -> transcoder.transcode(jpeg, "bad.jpg"),
              () -> decoder.decode(jpeg, DecodeOptions.rgb(), pixels, "bad.jpg"),
              () -> decoder.inspect(List.of(jpeg), "bad.jpg"),
              () -> JpegCoefficients.read(List.of(jpeg), Limits.DEFAULT, "bad.jpg"));
      for (Executable call : calls) {
        PcrException e = assertThrows(PcrException.class, call);
        assertSame(reason, e.getClass(), e.getMessage());
        assertEquals("bad.jpg", e.source());
        assertTrue(e.getMessage().endsWith(" in bad.jpg"), e.getMessage());
        assertTrue(e.getMessage().startsWith("JPEG: "), e.getMessage());
      }
    }
  }

  @Test
  void bombsAreRefusedBeforeTheyCostAnything() throws Exception {
    assertRefusedUnread(JpegFixtures.scanBomb(400, 300), Limit.INPUT_SCANS, MOST_SCANS + 1);
    assertRefusedUnread(JpegFixtures.endOfBandRunBomb(), Limit.INPUT_SCANS, MOST_SCANS + 1);
    long pixels = (long) JpegFixtures.LARGEST_SIDE * JpegFixtures.LARGEST_SIDE;
    assertRefusedUnread(JpegFixtures.pixelBomb(), Limit.PIXELS, pixels);
    Programme.T9.passed("scans, runs and pixels of a JPEG, transcoded", 3);
  }

  /** Of many scans only the first that is too many is counted, and none is decoded. */
  private static void assertRefusedUnread(byte[] jpeg, Limit limit, long needed) throws Exception {
    try (JpegTranscoder transcoder = transcoder(TranscodeOptions.DEFAULT)) {
      PcrException.LimitExceeded e =
          assertThrows(
              PcrException.LimitExceeded.class,
              () -> transcoder.transcode(ByteBuffer.wrap(jpeg), "bomb"));
      assertEquals(limit, e.limit());
      assertEquals(needed, e.needed());
      assertEquals(0, e.offset(), "bytes that were decoded");
    }
  }

  @Test
  void scanBombIsALegalFileForWhoeverRaisesTheLimit() throws Exception {
    byte[] bomb = JpegFixtures.scanBomb(40, 40);
    Limits raised = Limits.DEFAULT.withInputScans(JpegFixtures.BOMB_SCANS);
    try (JpegTranscoder transcoder = transcoder(TranscodeOptions.DEFAULT.withLimits(raised))) {
      Transcoded made = transcoder.transcode(ByteBuffer.wrap(bomb), "bomb");
      assertEquals(List.of(), made.warnings());
      assertEquals(JpegFixtures.BOMB_SCANS, made.info().scans());
      assertEquals(Reproduction.Outcome.NOT_REPRODUCIBLE, made.reproduction().outcome());
      assertEquals(
          JpegCoefficients.read(List.of(ByteBuffer.wrap(bomb)), raised, "bomb"),
          JpegCoefficients.read(List.of(made.jpeg()), raised, "made"));
    }
  }

  @Test
  void scansBehindTheFirstHundredAreRefusedInSlicesToo() throws Exception {
    byte[] bomb = JpegFixtures.scanBomb(40, 40);
    List<ByteBuffer> slices =
        List.of(
            ByteBuffer.wrap(bomb, 0, 500),
            ByteBuffer.wrap(bomb, 500, 1),
            ByteBuffer.wrap(bomb, 501, bomb.length - 501));
    PcrException e = assertThrows(PcrException.class, () -> Pixels.of(slices, DecodeOptions.rgb()));
    assertTrue(e.getMessage().startsWith("JPEG: needs 101, limit inputScans is 100"));
  }

  @Test
  void limitsNameWhatIsNeededAndAllowed() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(50, 40);
    assertLimit(Limits.DEFAULT.withPixels(1999), jpeg, "needs 2000, limit pixels is 1999");
    assertLimit(
        Limits.DEFAULT.withSliceBytes(jpeg.length - 1),
        jpeg,
        "needs " + jpeg.length + ", limit sliceBytes is " + (jpeg.length - 1));
    byte[] small = JpegFixtures.optimized(1, 1);
    try (JpegTranscoder transcoder =
        transcoder(
            TranscodeOptions.DEFAULT
                .withMarkers(MarkerPolicy.ALL)
                .withLimits(Limits.DEFAULT.withSliceBytes(small.length)))) {
      PcrException e =
          assertThrows(
              PcrException.class, () -> transcoder.transcode(ByteBuffer.wrap(small), "small"));
      assertSame(PcrException.LimitExceeded.class, e.getClass());
      assertTrue(e.getMessage().contains("limit sliceBytes is " + small.length), e.getMessage());
    }
  }

  private static void assertLimit(Limits limits, byte[] jpeg, String text) {
    try (JpegTranscoder transcoder = transcoder(TranscodeOptions.DEFAULT.withLimits(limits))) {
      PcrException e =
          assertThrows(
              PcrException.class, () -> transcoder.transcode(ByteBuffer.wrap(jpeg), "limited"));
      assertSame(PcrException.LimitExceeded.class, e.getClass());
      assertTrue(e.getMessage().contains(text), e.getMessage());
    }
  }

  @Test
  void libjpegsOwnWordsAreInTheMessage() throws Exception {
    assertMessage(JpegFixtures.twelveBit(40, 40), "Unsupported JPEG data precision 12");
    assertMessage(JpegFixtures.lossless(40, 40), "Unsupported JPEG process: SOF type 0xc3");
    assertMessage(JpegFixtures.heightInDnl(40, 40), "Empty JPEG image (DNL not supported)");
    assertMessage(JpegFixtures.tooWide(), "Maximum supported image dimension is 65500 pixels");
    assertMessage(JpegFixtures.junkBeforeStart(40, 40), "Not a JPEG file: starts with 0x0d 0x0a");
  }

  private static void assertMessage(byte[] jpeg, String words) {
    try (JpegTranscoder transcoder = transcoder(TranscodeOptions.DEFAULT)) {
      PcrException e =
          assertThrows(
              PcrException.class, () -> transcoder.transcode(ByteBuffer.wrap(jpeg), "words"));
      assertTrue(e.getMessage().contains(words), e.getMessage());
    }
  }

  @Test
  void colourClassWithoutAScriptIsUnsupported() throws Exception {
    ScanScripts greyOnly = ScanScripts.parse("[grey]\n0: 0-0,0,0 @1;\n0: 1-63,0,0 @1;\n");
    try (JpegTranscoder transcoder = new JpegTranscoder(greyOnly, TranscodeOptions.DEFAULT)) {
      assertEquals(
          2,
          transcoder
              .transcode(ByteBuffer.wrap(JpegFixtures.grey(20, 20)), "grey")
              .scanEnds()
              .size());
      PcrException e =
          assertThrows(
              PcrException.class,
              () -> transcoder.transcode(ByteBuffer.wrap(JpegFixtures.onePixel()), "colour"));
      assertSame(PcrException.Unsupported.class, e.getClass());
    }
  }

  @Test
  void fileOfTooManyBlocksToInterleaveIsDecodedAndTranscodedOnlyWithoutInterleaving()
      throws Exception {
    ByteBuffer jpeg = ByteBuffer.wrap(JpegFixtures.tooManyBlocksToInterleave(90, 70));
    try (JpegTranscoder transcoder = transcoder(TranscodeOptions.DEFAULT)) {
      PcrException e = assertThrows(PcrException.class, () -> transcoder.transcode(jpeg, "4x4"));
      assertSame(PcrException.Unsupported.class, e.getClass());
      assertTrue(e.getMessage().contains("Sampling factors too large"), e.getMessage());
    }
    String script = "0:0-0,0,0@1;1:0-0,0,0@1;2:0-0,0,0@1;0:1-63,0,0@1;1:1-63,0,0@1;2:1-63,0,0@1";
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.parse(script), TranscodeOptions.DEFAULT)) {
      Transcoded made = transcoder.transcode(jpeg, "4x4");
      assertEquals(Reproduction.Outcome.EXACT, made.reproduction().outcome());
      assertEquals(
          JpegCoefficients.read(List.of(jpeg), Limits.DEFAULT, "4x4"),
          JpegCoefficients.read(List.of(made.jpeg()), Limits.DEFAULT, "made"));
    }
  }

  private static JpegTranscoder transcoder(TranscodeOptions options) {
    return new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), options);
  }
}
