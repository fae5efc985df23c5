package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JpegDecoderTest {
  private static final byte[] END = {(byte) 0xFF, (byte) 0xD9};

  @TestFactory
  Stream<DynamicTest> progressiveFormShowsThePixelsOfItsSource() {
    return JpegFixtures.sound().entrySet().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.getKey(),
                    () -> {
                      DecodeOptions rgb = DecodeOptions.rgb();
                      byte[] progressive = transcode(file.getValue());
                      assertArrayEquals(
                          Pixels.of(file.getValue(), rgb).values(),
                          Pixels.of(progressive, rgb).values());
                    }));
  }

  @Test
  void everyPrefixThatEndsWithAScanDecodesWithoutWarningAndAsIfItHadAnEnd() throws Exception {
    for (Map.Entry<String, byte[]> file : JpegFixtures.sound().entrySet()) {
      Transcoded made = transcoded(file.getValue());
      for (int end : made.scanEnds()) {
        ByteBuffer prefix = made.jpeg().slice(0, end);
        Pixels bare = Pixels.of(List.of(prefix), DecodeOptions.grey());
        Pixels ended = Pixels.of(List.of(prefix, ByteBuffer.wrap(END)), DecodeOptions.grey());
        assertEquals(List.of(), bare.warnings(), file.getKey());
        assertArrayEquals(ended.values(), bare.values());
      }
    }
  }

  @Test
  void blockSmoothingIsOffUnlessAskedFor() throws Exception {
    Transcoded made = transcoded(JpegFixtures.baseline(200, 150));
    List<ByteBuffer> firstScan = List.of(made.jpeg().slice(0, made.scanEnds().get(0)));
    DecodeOptions plain = DecodeOptions.rgb();
    Pixels blocks = Pixels.of(firstScan, plain);
    Pixels smoothed = Pixels.of(firstScan, plain.withBlockSmoothing(true));
    assertFalse(Arrays.equals(blocks.values(), smoothed.values()));
    for (int y = 0; y < 8; y++) {
      for (int x = 0; x < 8; x++) {
        assertEquals(lumaOf(firstScan, 0, 0), lumaOf(firstScan, x, y), "a block of DC is flat");
      }
    }
  }

  private static int lumaOf(List<ByteBuffer> slices, int x, int y) throws PcrException {
    return Pixels.of(slices, DecodeOptions.grey()).at(x, y, 0);
  }

  @Test
  void scalesGiveTheRoundedUpSizeAndTheSamePicture() throws Exception {
    byte[] jpeg = JpegFixtures.baseline444(201, 149);
    Pixels full = Pixels.of(jpeg, DecodeOptions.grey());
    for (Scale scale : Scale.values()) {
      Pixels scaled = Pixels.of(jpeg, DecodeOptions.grey().withScale(scale));
      assertEquals(scale.of(201), scaled.width());
      assertEquals(scale.of(149), scaled.height());
      int step = 8 / scale.of(8);
      Pixels averaged = average(full, step, scaled.width(), scaled.height());
      assertTrue(scaled.meanDifference(averaged) < 1.5, scale + " shows another picture");
    }
    assertEquals(26, Scale.EIGHTH.of(201));
  }

  private static Pixels average(Pixels full, int step, int width, int height) {
    byte[] values = new byte[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int sum = 0;
        int count = 0;
        for (int v = y * step; v < Math.min((y + 1) * step, full.height()); v++) {
          for (int u = x * step; u < Math.min((x + 1) * step, full.width()); u++) {
            sum += full.at(u, v, 0);
            count++;
          }
        }
        values[y * width + x] = (byte) (sum / count);
      }
    }
    return new Pixels(width, height, 1, values, List.of());
  }

  @Test
  void rowStrideLeavesThePaddingAlone() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(50, 30);
    Pixels packed = Pixels.of(jpeg, DecodeOptions.rgb());
    int stride = 50 * 3 + 7;
    int start = 5;
    ByteBuffer pixels = ByteBuffer.allocateDirect(start + stride * 30);
    for (int i = 0; i < pixels.capacity(); i++) {
      pixels.put(i, (byte) 0x5A);
    }
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      decoder.decode(
          ByteBuffer.wrap(jpeg),
          DecodeOptions.rgb().withRowStride(stride),
          pixels.position(start),
          "strided");
    }
    assertEquals(start + stride * 29 + 150, pixels.position());
    for (int i = 0; i < pixels.capacity(); i++) {
      int row = (i - start) / stride;
      int column = (i - start) % stride;
      boolean inside = i >= start && column < 150;
      byte wanted = inside ? packed.values()[row * 150 + column] : (byte) 0x5A;
      assertEquals(wanted, pixels.get(i), "byte " + i);
    }
  }

  // FACTS of colour: each file must be read for what it is.

  @Test
  void rgbIdsWithoutMarkersAreNotTakenForYcbcr() throws Exception {
    Pixels photo = photograph(60, 50);
    assertTrue(photo.meanDifference(Pixels.of(JpegFixtures.rgbIds(60, 50), rgb())) < 6);
    assertTrue(photo.meanDifference(Pixels.of(JpegFixtures.rgbAdobe(60, 50), rgb())) < 6);
    assertTrue(photo.meanDifference(Pixels.of(JpegFixtures.bareYcbcr(60, 50), rgb())) < 12);
  }

  @Test
  void inksWithAdobeMarkerAreInvertedAndOthersAreNot() throws Exception {
    int[] inks = {10, 200, 90, 60};
    for (boolean ycck : new boolean[] {false, true}) {
      Pixels adobe = Pixels.of(JpegFixtures.flatInks(inks, ycck, true), rgb());
      for (int channel = 0; channel < 3; channel++) {
        assertEquals(inks[channel] * inks[3] / 255.0, adobe.at(8, 8, channel), 2);
      }
    }
    Pixels plain = Pixels.of(JpegFixtures.flatInks(inks, false, false), rgb());
    for (int channel = 0; channel < 3; channel++) {
      assertEquals((255 - inks[channel]) * (255 - 60) / 255.0, plain.at(8, 8, channel), 2);
    }
    Pixels grey = Pixels.of(JpegFixtures.flatInks(inks, false, true), DecodeOptions.grey());
    double luma = (0.299 * 10 + 0.587 * 200 + 0.114 * 90) * 60 / 255;
    assertEquals(luma, grey.at(3, 3, 0), 2);
  }

  @Test
  void photoshopInksShowThePhotograph() throws Exception {
    Pixels photo = photograph(70, 40);
    assertTrue(photo.meanDifference(Pixels.of(JpegFixtures.cmyk(70, 40, true), rgb())) < 8);
    assertTrue(photo.meanDifference(Pixels.of(JpegFixtures.ycck(70, 40, true), rgb())) < 16);
    assertTrue(photo.meanDifference(Pixels.of(JpegFixtures.cmyk(70, 40, false), rgb())) > 30);
  }

  @Test
  void greyImageGivesThreeEqualChannels() throws Exception {
    Pixels colour = Pixels.of(JpegFixtures.grey(40, 30), rgb());
    Pixels grey = Pixels.of(JpegFixtures.grey(40, 30), DecodeOptions.grey());
    for (int i = 0; i < grey.values().length; i++) {
      assertEquals(grey.values()[i], colour.values()[3 * i]);
      assertEquals(grey.values()[i], colour.values()[3 * i + 2]);
    }
  }

  @Test
  void optionsThatChangePixelsDoSo() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(120, 90);
    byte[] exact = Pixels.of(jpeg, rgb()).values();
    assertFalse(Arrays.equals(exact, Pixels.of(jpeg, rgb().withFastDct(true)).values()));
    assertFalse(Arrays.equals(exact, Pixels.of(jpeg, rgb().withFancyUpsampling(false)).values()));
  }

  @Test
  void truncatedFileDecodesWithAWarning() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(200, 150);
    Pixels half = Pixels.of(JpegFixtures.truncated(jpeg, 50), rgb());
    assertEquals(List.of("Corrupt JPEG data: premature end of data segment"), half.warnings());
    Pixels whole = Pixels.of(jpeg, rgb());
    assertArrayEquals(
        whole.part(new Crop(0, 0, 200, 48)), half.part(new Crop(0, 0, 200, 48)), "the upper part");
  }

  @Test
  void manyWarningsAreCountedNotKept() throws Exception {
    byte[] jpeg = JpegFixtures.restartIntervals(400, 400, 1);
    byte[] broken = jpeg.clone();
    for (int i = jpeg.length / 4; i < jpeg.length - 2; i++) {
      boolean restart = (jpeg[i] & 0xFF) == 0xFF && (jpeg[i + 1] & 0xF8) == 0xD0;
      if (restart) {
        broken[i + 1] = 0;
      }
    }
    List<String> warnings = Pixels.of(broken, rgb()).warnings();
    assertFalse(warnings.isEmpty());
    assertTrue(warnings.size() <= 17, warnings.toString());
  }

  @Test
  void bufferTooSmallIsALimitAndNotWrittenTo() throws Exception {
    byte[] jpeg = JpegFixtures.baseline(50, 40);
    ByteBuffer pixels = ByteBuffer.allocateDirect(50 * 40 * 3 - 1);
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      PcrException e =
          assertThrows(
              PcrException.class,
              () -> decoder.decode(ByteBuffer.wrap(jpeg), rgb(), pixels, "small.jpg"));
      assertSame(PcrException.LimitExceeded.class, e.getClass());
      assertEquals(
          "JPEG: needs 6000, limit room for the output is 5999, at 0 in small.jpg",
          e.getMessage().replaceAll("at \\d+", "at 0"));
    }
    assertEquals(0, pixels.position());
    assertEquals(0, pixels.get(0));
  }

  @Test
  void wrongArgumentsAreRefused() throws Exception {
    ByteBuffer jpeg = ByteBuffer.wrap(JpegFixtures.baseline(50, 40));
    ByteBuffer pixels = ByteBuffer.allocateDirect(50 * 40 * 3);
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      assertThrows(
          IllegalArgumentException.class,
          () -> decoder.decode(jpeg, rgb(), ByteBuffer.allocate(6000), "heap"));
      assertThrows(
          IllegalArgumentException.class,
          () -> decoder.decode(jpeg, rgb(), pixels.asReadOnlyBuffer(), "read-only"));
      assertThrows(
          IllegalArgumentException.class,
          () -> decoder.decode(jpeg, rgb().withCrop(new Crop(40, 0, 11, 1)), pixels, "outside"));
      assertThrows(
          IllegalArgumentException.class,
          () ->
              decoder.decode(
                  jpeg,
                  rgb().withCrop(new Crop(0, 2_000_000_000, 1, 2_000_000_000)),
                  pixels,
                  "far"));
      assertThrows(
          IllegalArgumentException.class,
          () -> decoder.decode(jpeg, rgb().withRowStride(149), pixels, "narrow"));
    }
    assertThrows(IllegalArgumentException.class, () -> new Crop(0, 0, 0, 1));
  }

  @Test
  void tooManySlicesAreRefused() throws Exception {
    List<ByteBuffer> slices = new ArrayList<>();
    byte[] jpeg = JpegFixtures.baseline(50, 40);
    for (byte b : jpeg) {
      slices.add(ByteBuffer.wrap(new byte[] {b}));
    }
    PcrException e = assertThrows(PcrException.class, () -> Pixels.of(slices, rgb()));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
  }

  @Test
  void inspectTellsWhatTheMarkersSay() throws Exception {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      byte[] jpeg = JpegFixtures.restartIntervals(130, 70, 3);
      JpegInfo info = decoder.inspect(List.of(ByteBuffer.wrap(jpeg)), "info");
      assertEquals(130, info.width());
      assertEquals(70, info.height());
      assertEquals(3, info.restartInterval());
      assertEquals(JpegColorSpace.YCBCR, info.colorSpace());
      assertEquals(0xC0, info.frameMarker());
      assertTrue(info.jfif());
      assertFalse(info.hasAdobe());
      assertEquals(jpeg.length, info.end());
      assertNotEquals(0, info.scans());
    }
  }

  private static DecodeOptions rgb() {
    return DecodeOptions.rgb();
  }

  private static Pixels photograph(int width, int height) {
    ByteBuffer photo = SyntheticPhoto.render(JpegFixtures.SEED, width, height, PixelFormat.RGB);
    byte[] values = new byte[photo.remaining()];
    photo.get(values);
    return new Pixels(width, height, 3, values, List.of());
  }

  @Test
  void scansOfAStoredImageHaveALimitOfTheirOwn() throws Exception {
    List<ByteBuffer> bomb = List.of(ByteBuffer.wrap(JpegFixtures.scanBomb(16, 16)));
    Limits manyIn = Limits.DEFAULT.withInputScans(JpegFixtures.BOMB_SCANS);
    Limits manyStored = Limits.DEFAULT.withStoredScans(JpegFixtures.BOMB_SCANS);
    ByteBuffer pixels = ByteBuffer.allocateDirect(16 * 16 * 3);
    try (JpegDecoder tight = JpegDecoder.ofScans(manyIn);
        JpegDecoder raised = JpegDecoder.ofScans(manyStored)) {
      PcrException.LimitExceeded e =
          assertThrows(
              PcrException.LimitExceeded.class,
              () -> tight.decode(bomb, rgb(), pixels.clear(), "bomb"));
      assertEquals(Limit.STORED_SCANS, e.limit());
      assertEquals(Limits.DEFAULT.storedScans(), e.allowed());
      assertEquals(16, raised.decode(bomb, rgb(), pixels.clear(), "bomb").width());
    }
  }

  private static Transcoded transcoded(byte[] jpeg) throws PcrException {
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT)) {
      return transcoder.transcode(ByteBuffer.wrap(jpeg), "transcoded");
    }
  }

  private static byte[] transcode(byte[] jpeg) throws PcrException {
    ByteBuffer made = transcoded(jpeg).jpeg();
    byte[] bytes = new byte[made.remaining()];
    made.get(bytes);
    return bytes;
  }
}
