package io.pcr.writer.internal.encode;

import static io.pcr.writer.internal.encode.EncodedSamples.behind;
import static io.pcr.writer.internal.encode.EncodedSamples.encode;
import static io.pcr.writer.internal.encode.EncodedSamples.file;
import static io.pcr.writer.internal.encode.EncodedSamples.restored;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.reject.RejectReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProgressiveEncoderTest {
  static Stream<Arguments> sound() {
    return JpegFixtures.sound().entrySet().stream()
        .map(file -> Arguments.of(file.getKey(), file.getValue()));
  }

  private static Stream<Arguments> refused() {
    return JpegFixtures.refused().entrySet().stream()
        .map(file -> Arguments.of(file.getKey(), file.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sound")
  void soundJpegBecomesProgressiveAndItsOriginalComesBack(String name, byte[] file)
      throws Exception {
    EncodedSample sample = encode(EncodeSettings.DEFAULT, file);
    assertEquals(Encoding.PROGRESSIVE_JPEG, sample.entry().image().encoding());
    assertTrue(sample.restore().kind() != RestoreKind.NONE);
    assertArrayEquals(file, restored(sample));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void whatTheCodecRefusesIsStoredAsItIsOrRejectedAsDamaged(String name, byte[] file)
      throws Exception {
    try {
      EncodedSample sample = encode(EncodeSettings.DEFAULT, file);
      assertArrayEquals(file, restored(sample));
    } catch (InputRejectedException e) {
      assertTrue(
          e.reject().reason() == RejectReason.DAMAGED
              || e.reject().reason() == RejectReason.NOT_AN_IMAGE,
          e.getMessage());
      assertFalse(e.reject().detail().isEmpty());
    }
    InputRejectedException e =
        assertThrows(
            InputRejectedException.class,
            () -> encode(EncodeSettings.builder().nonJpeg(NonJpegPolicy.REJECT).build(), file));
    assertEquals("k", e.reject().path());
  }

  @Test
  void samplingThatNoFixedScansFitIsProgressiveWithScansOfItsOwn() throws Exception {
    byte[] file = JpegFixtures.tooManyBlocksToInterleave(24, 16);
    EncodedSample chosen = encode(EncodeSettings.DEFAULT, file);
    assertEquals(Encoding.PROGRESSIVE_JPEG, chosen.entry().image().encoding());
    assertArrayEquals(file, restored(chosen));
    EncodeSettings fixed =
        EncodeSettings.builder().scripts(ScanScripts.named(ScanScripts.LIBJPEG)).build();
    EncodedSample stored = encode(fixed, file);
    assertEquals(Encoding.OPAQUE, stored.entry().image().encoding());
    assertArrayEquals(file, restored(stored));
  }

  @Test
  void oddKindsThatLibjpegDoesNotTakeAreStoredWithTheirSize() throws Exception {
    for (byte[] file :
        List.of(
            JpegFixtures.twelveBit(24, 16),
            JpegFixtures.lossless(24, 16),
            JpegFixtures.pixelBomb(),
            JpegFixtures.scanBomb(16, 16))) {
      EncodedSample sample = encode(EncodeSettings.DEFAULT, file);
      assertEquals(Encoding.OPAQUE, sample.entry().image().encoding());
      assertEquals(RestoreKind.SAME, sample.restore().kind());
      assertTrue(sample.entry().image().width() > 0);
      assertArrayEquals(file, restored(sample));
    }
  }

  @Test
  void truncatedJpegIsMarkedAndKeptAsADifferenceAndThePolicyMayStoreOrRejectIt() throws Exception {
    byte[] file = JpegFixtures.truncated(JpegFixtures.baseline(640, 480), 70);
    EncodedSample sample = encode(EncodeSettings.DEFAULT, file);
    SourceFlags flags = sample.entry().source().flags();
    assertTrue(flags.has(Fact.DAMAGED) && flags.has(Fact.NO_EOI));
    assertArrayEquals(file, restored(sample));
    EncodedSample stored =
        encode(EncodeSettings.builder().damaged(DamagedPolicy.STORE).build(), file);
    assertEquals(Encoding.OPAQUE, stored.entry().image().encoding());
    assertTrue(stored.entry().source().flags().has(Fact.DAMAGED));
    assertArrayEquals(file, restored(stored));
    InputRejectedException e =
        assertThrows(
            InputRejectedException.class,
            () -> encode(EncodeSettings.builder().damaged(DamagedPolicy.REJECT).build(), file));
    assertEquals(RejectReason.DAMAGED, e.reject().reason());
  }

  /** With all markers kept, its JFIF marker would come to stand where it changes the colours. */
  @Test
  void jpegWhoseProgressiveFormReadsBackOtherwiseIsStoredWholeAndThatIsSaid() throws Exception {
    byte[] file = JpegFixtures.jfifBehindFirstScan(48, 32);
    assertFalse(flags(file).has(Fact.UNPROVED));
    EncodeSettings all = EncodeSettings.builder().markers(MarkerPolicy.ALL).build();
    for (EncodeSettings settings :
        List.of(
            all,
            all.toBuilder().restore(RestorePolicy.NONE).build(),
            all.toBuilder().nonJpeg(NonJpegPolicy.REJECT).build(),
            all.toBuilder().damaged(DamagedPolicy.REJECT).build())) {
      for (byte[] leading : List.of(new byte[0], new byte[] {'\n'})) {
        byte[] whole = behind(leading, file);
        EncodedSample sample = encode(settings, "k.jpg", whole);
        assertEquals(Encoding.OPAQUE, sample.entry().image().encoding());
        assertEquals(48, sample.entry().image().width());
        assertTrue(sample.entry().source().flags().has(Fact.UNPROVED));
        assertEquals(Set.of(SampleNote.UNPROVED), sample.notes());
        assertEquals(ByteBuffer.wrap(whole), sample.body());
        assertTrue(sample.entry().slices().stream().skip(1).allMatch(slice -> slice.length() == 0));
      }
    }
  }

  @Test
  void originalThatBeginsLikeADictionaryOfZstdIsKeptWhole() throws Exception {
    byte[] magic = {0x37, (byte) 0xa4, 0x30, (byte) 0xec};
    byte[] file = behind(magic, JpegFixtures.truncated(JpegFixtures.baseline(640, 480), 70));
    EncodedSample sample = encode(EncodeSettings.DEFAULT, "k.jpg", file);
    assertEquals(RestoreKind.ORIGINAL, sample.restore().kind());
    assertArrayEquals(file, restored(sample));
  }

  @Test
  void flagsSayWhatTheOriginalWas() throws Exception {
    assertTrue(flags(JpegFixtures.restartIntervals(48, 48, 2)).has(Fact.RESTART));
    assertTrue(flags(JpegFixtures.bytesAfterEnd(24, 24)).has(Fact.TRAILING_BYTES));
    assertTrue(flags(JpegFixtures.progressive(24, 24)).has(Fact.MULTI_SCAN));
    assertTrue(flags(JpegFixtures.iccProfile(24, 24, 3000)).has(Fact.ICC));
    assertTrue(flags(JpegFixtures.cmyk(24, 24, true)).has(Fact.ADOBE));
    SourceFlags rotated = flags(JpegFixtures.orientation(24, 24, 6, true));
    assertTrue(rotated.has(Fact.EXIF));
    assertEquals(6, rotated.orientation());
    SourceFlags plain = flags(JpegFixtures.baseline(24, 24));
    assertEquals(0xc0, plain.sof());
    assertTrue(plain.has(Fact.JFIF));
    assertFalse(plain.has(Fact.EXIF) || plain.has(Fact.DAMAGED) || plain.has(Fact.MULTI_SCAN));
  }

  @Test
  void colourClassesStandSideBySideWithTheSameNumberOfGroups() throws Exception {
    Map<ColorClass, byte[]> files =
        Map.of(
            ColorClass.GREY, JpegFixtures.grey(24, 24),
            ColorClass.YCBCR, JpegFixtures.baseline(24, 24),
            ColorClass.RGB, JpegFixtures.rgbIds(24, 24),
            ColorClass.FOUR, JpegFixtures.cmyk(24, 24, true));
    for (Map.Entry<ColorClass, byte[]> file : files.entrySet()) {
      EncodedSample sample = encode(EncodeSettings.DEFAULT, file.getValue());
      assertEquals(file.getKey(), sample.entry().image().colorClass());
      assertEquals(EncodeSettings.DEFAULT.scans().groupCount(), sample.entry().slices().size());
    }
  }

  @Test
  void progressiveFileThatIsTheStoredOneNeedsNothingToComeBack() throws Exception {
    EncodedSample first = encode(EncodeSettings.DEFAULT, JpegFixtures.baseline(48, 48));
    byte[] stored = file(first);
    EncodedSample again = encode(EncodeSettings.DEFAULT, stored);
    assertEquals(RestoreKind.SAME, again.restore().kind());
    assertArrayEquals(stored, restored(again));
  }

  @Test
  void otherImagesAreStoredEncodedOrRejected() throws Exception {
    for (byte[] file : List.of(png(40, 30), bmp(40, 30))) {
      EncodedSample stored = encode(EncodeSettings.DEFAULT, file);
      assertEquals(Encoding.OPAQUE, stored.entry().image().encoding());
      assertEquals(40, stored.entry().image().width());
      assertArrayEquals(file, restored(stored));
      EncodedSample encoded =
          encode(EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build(), file);
      assertEquals(ColorClass.YCBCR, encoded.entry().image().colorClass());
      assertEquals(30, encoded.entry().image().height());
      assertTrue(encoded.entry().source().flags().has(Fact.REENCODED));
      assertEquals(RestoreKind.ORIGINAL, encoded.restore().kind());
      assertArrayEquals(file, restored(encoded));
      InputRejectedException e =
          assertThrows(
              InputRejectedException.class,
              () -> encode(EncodeSettings.builder().nonJpeg(NonJpegPolicy.REJECT).build(), file));
      assertEquals(RejectReason.NOT_CONVERTIBLE, e.reject().reason());
    }
    assertEquals(RejectReason.DAMAGED, reasonFor(Arrays.copyOf(png(40, 30), 20)));
  }

  @Test
  void whatIsNoImageIsRejectedWhateverItIsCalled() {
    assertEquals(RejectReason.NOT_AN_IMAGE, reasonFor(new byte[0]));
    assertEquals(
        RejectReason.NOT_AN_IMAGE, reasonFor("GIF8 or so".getBytes(StandardCharsets.UTF_8)));
    assertEquals(RejectReason.NOT_AN_IMAGE, reasonFor(JpegFixtures.junkBeforeStart(24, 24)));
  }

  @Test
  void sourceAboveTheQualityIsReencodedAndOneAtItIsKept() throws Exception {
    byte[] fine = JpegFixtures.baseline(64, 64);
    int quality = JpegQuality.estimate(ByteBuffer.wrap(fine)).orElseThrow();
    EncodeSettings settings = EncodeSettings.builder().restore(RestorePolicy.NONE).build();
    EncodedSample coarser =
        encode(settings.toBuilder().quality(OptionalInt.of(quality - 20)).build(), fine);
    assertTrue(coarser.entry().source().flags().has(Fact.REENCODED));
    assertEquals(quality - 20, JpegQuality.estimate(ByteBuffer.wrap(file(coarser))).orElseThrow());
    EncodedSample kept =
        encode(settings.toBuilder().quality(OptionalInt.of(quality)).build(), fine);
    assertFalse(kept.entry().source().flags().has(Fact.REENCODED));
    assertArrayEquals(file(encode(settings, fine)), file(kept));
    EncodedSample whole =
        encode(EncodeSettings.builder().quality(OptionalInt.of(quality - 20)).build(), fine);
    assertEquals(RestoreKind.ORIGINAL, whole.restore().kind());
    assertArrayEquals(fine, restored(whole));
  }

  @Test
  void reencodedImageKeepsItsOrientationAndProfile() throws Exception {
    EncodeSettings settings = EncodeSettings.builder().quality(OptionalInt.of(20)).build();
    EncodedSample turned = encode(settings, JpegFixtures.orientation(64, 48, 6, true));
    assertTrue(turned.entry().source().flags().has(Fact.REENCODED));
    assertEquals(6, turned.entry().source().flags().orientation());
    assertEquals(6, info(file(turned)).orientation());
    byte[] profiled = JpegFixtures.iccProfile(64, 48, 500);
    assertEquals(info(profiled).iccProfile(), info(file(encode(settings, profiled))).iccProfile());
    EncodeSettings without = settings.toBuilder().markers(MarkerPolicy.NONE).build();
    assertFalse(info(file(encode(without, profiled))).iccProfile().hasRemaining());
  }

  @Test
  void damagedImageAboveTheQualityIsSubjectToThePolicyToo() throws Exception {
    byte[] cut = JpegFixtures.truncated(JpegFixtures.baseline(64, 64), 60);
    EncodeSettings settings = EncodeSettings.builder().quality(OptionalInt.of(20)).build();
    SourceFlags flags = encode(settings, cut).entry().source().flags();
    assertTrue(flags.has(Fact.DAMAGED) && flags.has(Fact.REENCODED));
    EncodedSample stored = encode(settings.toBuilder().damaged(DamagedPolicy.STORE).build(), cut);
    assertEquals(Encoding.OPAQUE, stored.entry().image().encoding());
    assertThrows(
        InputRejectedException.class,
        () -> encode(settings.toBuilder().damaged(DamagedPolicy.REJECT).build(), cut));
  }

  private static JpegInfo info(byte[] jpeg) throws Exception {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      return decoder.inspect(List.of(ByteBuffer.wrap(jpeg)), "test");
    }
  }

  @Test
  void bestEffortKeepsWhatIsCheapAndNoneKeepsNothing() throws Exception {
    EncodeSettings best = EncodeSettings.builder().restore(RestorePolicy.BEST_EFFORT).build();
    assertEquals(
        RestoreKind.RECIPE, encode(best, JpegFixtures.baseline(640, 480)).restore().kind());
    byte[] dear = JpegFixtures.bigMarkers(24, 24, 2);
    assertEquals(RestoreKind.NONE, encode(best, dear).restore().kind());
    EncodeSettings none = EncodeSettings.builder().restore(RestorePolicy.NONE).build();
    assertEquals(RestoreKind.NONE, encode(none, png(8, 8)).restore().kind());
  }

  private static SourceFlags flags(byte[] file) throws Exception {
    return encode(EncodeSettings.DEFAULT, file).entry().source().flags();
  }

  private static RejectReason reasonFor(byte[] file) {
    return assertThrows(InputRejectedException.class, () -> encode(EncodeSettings.DEFAULT, file))
        .reject()
        .reason();
  }

  private static byte[] png(int width, int height) throws Exception {
    ByteBuffer pixels = SyntheticPhoto.render(5, width, height, PixelFormat.RGB);
    ByteBuffer out =
        ByteBuffer.allocateDirect((int) PngCodec.maxEncodedLength(width, height, PixelFormat.RGB));
    PngCodec.encode(pixels, width, height, PixelFormat.RGB, PngOptions.DEFAULT, out);
    return bytes(out.flip());
  }

  private static byte[] bmp(int width, int height) {
    ByteBuffer pixels = SyntheticPhoto.render(5, width, height, PixelFormat.RGB);
    ByteBuffer out =
        ByteBuffer.allocate((int) BmpCodec.encodedLength(width, height, PixelFormat.RGB));
    BmpCodec.encode(pixels, width, height, PixelFormat.RGB, out);
    return bytes(out.flip());
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
