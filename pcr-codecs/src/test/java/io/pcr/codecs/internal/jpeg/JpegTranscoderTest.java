package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Reproduction.Outcome;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.ScriptSlices;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JpegTranscoderTest {
  @TestFactory
  Stream<DynamicTest> everySoundFileKeepsItsCoefficientsAndComesBackByteForByte() {
    return JpegFixtures.sound().entrySet().stream()
        .flatMap(
            file ->
                ScanScripts.names().stream()
                    .map(
                        script ->
                            DynamicTest.dynamicTest(
                                file.getKey() + ", script " + script,
                                () -> requireLossless(file, ScanScripts.named(script)))));
  }

  private static void requireLossless(Map.Entry<String, byte[]> file, ScanScripts scripts)
      throws Exception {
    ByteBuffer source = ByteBuffer.wrap(file.getValue());
    try (JpegTranscoder transcoder = new JpegTranscoder(scripts, TranscodeOptions.DEFAULT);
        JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      Transcoded made = transcoder.transcode(source, file.getKey());
      List<ByteBuffer> slices = List.of(made.jpeg());
      assertEquals(
          JpegCoefficients.read(List.of(source), Limits.DEFAULT, "source"),
          JpegCoefficients.read(slices, Limits.DEFAULT, "made"));
      assertEquals(Outcome.EXACT, made.reproduction().outcome());
      ByteBuffer back =
          reencoder.reencode(
              slices, made.reproduction().segments(source), source.remaining(), file.getKey());
      assertEquals(source, back);
      requireSlices(made, scripts.groupCount());
    }
  }

  /** The slices are those that the pure Java scanner cuts. */
  private static void requireSlices(Transcoded made, int groupCount) throws Exception {
    int[] ends = ScriptSlices.ends(made.jpeg(), made.script(), groupCount);
    for (int group = 1; group <= groupCount; group++) {
      assertEquals(ends[group - 1], made.prefixLength(group));
      assertEquals(
          made.prefixLength(group) - made.prefixLength(group - 1), made.slice(group).remaining());
    }
    assertEquals(made.jpeg().remaining() - 2, made.prefixLength(groupCount));
    assertEquals(made.script().scans().size(), made.scanEnds().size());
  }

  @Test
  void colourIsReadAlikeBeforeAndAfter() throws Exception {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      for (Map.Entry<String, byte[]> file : JpegFixtures.sound().entrySet()) {
        Transcoded made = transcode(file.getValue(), TranscodeOptions.DEFAULT);
        JpegInfo info = decoder.inspect(List.of(made.jpeg()), file.getKey());
        assertEquals(made.info().colorSpace(), info.colorSpace(), file.getKey());
        assertEquals(made.info().jfif(), info.jfif(), file.getKey());
        assertEquals(made.info().adobeTransform(), info.adobeTransform(), file.getKey());
        assertEquals(made.info().orientation() > 1, info.orientation() > 1, file.getKey());
        assertTrue(info.progressive());
        assertFalse(info.arithmetic());
        assertEquals(0, info.restartInterval());
      }
    }
  }

  @Test
  void adobeMarkerIsThereExactlyWhenTheSourceHasIt() throws Exception {
    assertTrue(hasAdobe(JpegFixtures.cmyk(20, 20, true)));
    assertFalse(hasAdobe(JpegFixtures.cmyk(20, 20, false)));
    assertTrue(hasAdobe(JpegFixtures.ycck(20, 20, true)));
    assertFalse(hasAdobe(JpegFixtures.ycck(20, 20, false)));
    assertTrue(hasAdobe(JpegFixtures.rgbAdobe(20, 20)));
    assertFalse(hasAdobe(JpegFixtures.rgbIds(20, 20)));
    assertFalse(hasAdobe(JpegFixtures.baseline(20, 20)));
  }

  private static boolean hasAdobe(byte[] jpeg) throws PcrException {
    Transcoded made = transcode(jpeg, TranscodeOptions.DEFAULT);
    boolean has = JpegSurgery.has(bytes(made.jpeg()), JpegSurgery.APP14);
    assertEquals(made.info().hasAdobe(), has);
    return has;
  }

  @Test
  void infoTellsWhatTheSourceIs() throws Exception {
    assertEquals(ColorClass.GREY, info(JpegFixtures.grey(20, 20)).colorClass());
    assertEquals(ColorClass.YCBCR, info(JpegFixtures.bareYcbcr(20, 20)).colorClass());
    assertEquals(ColorClass.RGB, info(JpegFixtures.rgbIds(20, 20)).colorClass());
    assertEquals(ColorClass.RGB, info(JpegFixtures.rgbAdobe(20, 20)).colorClass());
    assertEquals(ColorClass.FOUR, info(JpegFixtures.cmyk(20, 20, false)).colorClass());
    assertEquals(JpegColorSpace.YCCK, info(JpegFixtures.ycck(20, 20, true)).colorSpace());
    assertEquals(2, info(JpegFixtures.ycck(20, 20, true)).adobeTransform());
    assertTrue(info(JpegFixtures.arithmetic(20, 20)).arithmetic());
    assertTrue(info(JpegFixtures.arithmeticProgressive(20, 20)).progressive());
    assertTrue(info(JpegFixtures.progressive(20, 20)).progressive());
    assertEquals(7, info(JpegFixtures.restartIntervals(90, 90, 7)).restartInterval());
    assertEquals(3, info(JpegFixtures.nonInterleaved(20, 20)).scans());
    assertEquals(0xC1, info(JpegFixtures.sixteenBitTables(20, 20)).frameMarker());
    byte[] two = JpegFixtures.secondImage(20, 20);
    assertEquals(JpegFixtures.baseline(20, 20).length, info(two).end());
    assertTrue(info(two).hasEnd());
    assertFalse(info(JpegFixtures.missingEnd(20, 20)).hasEnd());
  }

  @Test
  void essentialMarkersAreOrientationAndSmallProfiles() throws Exception {
    byte[] small = JpegFixtures.iccProfile(40, 40, 560);
    JpegInfo kept = inspect(transcode(small, TranscodeOptions.DEFAULT).jpeg());
    assertEquals(ByteBuffer.wrap(JpegFixtures.profile(560)), kept.iccProfile());
    byte[] large = JpegFixtures.iccProfile(40, 40, 3144);
    Transcoded dropped = transcode(large, TranscodeOptions.DEFAULT);
    assertEquals(3144, dropped.info().iccProfile().remaining());
    assertEquals(0, inspect(dropped.jpeg()).iccProfile().remaining());
    for (boolean bigEndian : new boolean[] {true, false}) {
      for (int orientation = 1; orientation <= 8; orientation++) {
        byte[] turned = JpegFixtures.orientation(40, 40, orientation, bigEndian);
        Transcoded made = transcode(turned, TranscodeOptions.DEFAULT);
        assertEquals(orientation, made.info().orientation());
        int stays = orientation == 1 ? 0 : orientation;
        assertEquals(stays, inspect(made.jpeg()).orientation());
      }
    }
    byte[] comments = JpegFixtures.comments(40, 40);
    assertFalse(
        JpegSurgery.has(
            bytes(transcode(comments, TranscodeOptions.DEFAULT).jpeg()), JpegSurgery.COM));
  }

  @Test
  void otherPoliciesKeepNothingOrEverything() throws Exception {
    TranscodeOptions none = TranscodeOptions.DEFAULT.withMarkers(MarkerPolicy.NONE);
    TranscodeOptions all = TranscodeOptions.DEFAULT.withMarkers(MarkerPolicy.ALL);
    byte[] profile = JpegFixtures.iccProfile(40, 40, 150_000);
    assertEquals(0, inspect(transcode(profile, none).jpeg()).iccProfile().remaining());
    assertEquals(
        ByteBuffer.wrap(JpegFixtures.profile(150_000)),
        inspect(transcode(profile, all).jpeg()).iccProfile());
    byte[] turned = JpegFixtures.orientation(40, 40, 6, true);
    assertEquals(0, inspect(transcode(turned, none).jpeg()).orientation());
    assertEquals(6, inspect(transcode(turned, all).jpeg()).orientation());
    byte[] comments = JpegFixtures.comments(40, 40);
    byte[] kept = bytes(transcode(comments, all).jpeg());
    long count =
        JpegSurgery.markers(kept).stream().filter(m -> m.marker() == JpegSurgery.COM).count();
    assertEquals(2, count);
    byte[] big = JpegFixtures.bigMarkers(20, 20, 10);
    assertTrue(transcode(big, all).jpeg().remaining() > 650_000);
    assertTrue(transcode(big, none).jpeg().remaining() < 5_000);
  }

  @Test
  void profileWithAMissingChunkCountsAsNone() throws Exception {
    byte[] jpeg = JpegFixtures.iccProfile(40, 40, 150_000);
    byte[] broken = JpegSurgery.remove(jpeg, JpegSurgery.find(jpeg, JpegSurgery.APP2));
    assertEquals(0, info(broken).iccProfile().remaining());
    Transcoded made = transcode(broken, TranscodeOptions.DEFAULT);
    assertEquals(Outcome.EXACT, made.reproduction().outcome());
  }

  @Test
  void missingEndAndTruncationAreWarningsNotErrors() throws Exception {
    assertEquals(
        List.of("Premature end of JPEG file"),
        transcode(JpegFixtures.missingEnd(60, 60), TranscodeOptions.DEFAULT).warnings());
    byte[] half = JpegFixtures.truncated(JpegFixtures.baseline(200, 200), 50);
    Transcoded made = transcode(half, TranscodeOptions.DEFAULT);
    assertTrue(made.warnings().contains("Premature end of JPEG file"), made.warnings().toString());
    assertFalse(made.reproduction().isExact());
    assertArrayEquals(
        Pixels.of(half, DecodeOptions.rgb()).values(),
        Pixels.of(List.of(made.jpeg()), DecodeOptions.rgb()).values());
  }

  @Test
  void changedEntropyByteIsNamedAsTheMismatch() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(80, 60);
    int last = jpeg.length - 3;
    int padding = jpeg[last] & 1;
    byte[] changed = JpegSurgery.with(jpeg, last, jpeg[last] ^ 1);
    Reproduction reproduction = transcode(changed, TranscodeOptions.DEFAULT).reproduction();
    assertEquals(1, padding, "libjpeg pads with ones");
    assertEquals(Outcome.DIFFERENT, reproduction.outcome());
    assertEquals(last, reproduction.mismatchOffset());
  }

  @Test
  void reproductionCanBeLeftOut() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(80, 60);
    Transcoded made = transcode(jpeg, TranscodeOptions.DEFAULT.withReproduce(false));
    assertEquals(Outcome.NOT_TRIED, made.reproduction().outcome());
    assertEquals(1, made.reproduction().entropyRanges().size());
  }

  @Test
  void segmentsAreTheSourceWithoutItsEntropyCodedData() throws Exception {
    byte[] jpeg = JpegFixtures.tablesRedefinedBetweenScans(80, 60);
    byte[] padded = JpegSurgery.concat(new byte[9], jpeg);
    ByteBuffer source = ByteBuffer.wrap(padded).position(9);
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT)) {
      Reproduction reproduction = transcoder.transcode(source, "offset").reproduction();
      assertEquals(9, source.position());
      List<ByteBuffer> segments = reproduction.segments(source);
      assertEquals(4, segments.size());
      assertEquals(ByteBuffer.wrap(jpeg, jpeg.length - 2, 2), segments.get(3));
      int all = segments.stream().mapToInt(ByteBuffer::remaining).sum();
      all += reproduction.entropyRanges().stream().mapToInt(r -> r.end() - r.start()).sum();
      assertEquals(jpeg.length, all);
    }
  }

  @Test
  void resultIsAViewUntilTheNextCall() throws Exception {
    ByteBuffer large = ByteBuffer.wrap(JpegFixtures.baseline(300, 200));
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT)) {
      byte[] first = bytes(transcoder.transcode(large, "large").jpeg());
      transcoder.transcode(ByteBuffer.wrap(JpegFixtures.grey(30, 20)), "small");
      byte[] again = bytes(transcoder.transcode(large, "large").jpeg());
      assertArrayEquals(first, again);
      assertTrue(transcoder.transcode(large, "large").jpeg().isReadOnly());
      assertTrue(transcoder.transcode(large, "large").jpeg().isDirect());
    }
  }

  @Test
  void outputLargerThanTheGuessArrivesWhole() throws Exception {
    byte[] flat = JpegFixtures.flatGrey(3000, 3000);
    ScanScripts scripts = ScanScripts.parse(manyScansForGrey());
    try (JpegTranscoder transcoder = new JpegTranscoder(scripts, TranscodeOptions.DEFAULT)) {
      Transcoded made = transcoder.transcode(ByteBuffer.wrap(flat), "flat");
      assertEquals(
          JpegCoefficients.read(List.of(ByteBuffer.wrap(flat)), Limits.DEFAULT, "flat"),
          JpegCoefficients.read(List.of(made.jpeg()), Limits.DEFAULT, "made"));
    }
  }

  private static String manyScansForGrey() {
    StringBuilder text = new StringBuilder("[grey]\n0: 0-0,0,0 @1;\n");
    for (int k = 1; k < 63; k++) {
      text.append("0: ").append(k).append('-').append(k).append(",0,0 @1;\n");
    }
    return text.append("0: 63-63,0,0 @1;\n").toString();
  }

  private static JpegInfo info(byte[] jpeg) throws PcrException {
    return transcode(jpeg, TranscodeOptions.DEFAULT).info();
  }

  private static JpegInfo inspect(ByteBuffer jpeg) throws PcrException {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      return decoder.inspect(List.of(jpeg), "inspected");
    }
  }

  private static Transcoded transcode(byte[] jpeg, TranscodeOptions options) throws PcrException {
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), options)) {
      return transcoder.transcode(ByteBuffer.wrap(jpeg), "transcoded");
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return Arrays.copyOf(bytes, bytes.length);
  }
}
