package io.pcr.writer.internal.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.raw.RawImage;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.reject.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LiquidEncoderTest {
  private static final List<Encoding> FORMATS =
      List.of(Encoding.JPEG, Encoding.PNG, Encoding.WEBP, Encoding.BMP, Encoding.RAW);
  private static final List<Encoding> LOSSLESS = FORMATS.subList(1, FORMATS.size());

  private static EncodedSample encode(EncodeSettings settings, byte[] file, Encoding format)
      throws InputRejectedException {
    try (LiquidEncoder encoder = new LiquidEncoder(settings)) {
      return encoder.encode(
          new SourceSample("k", OptionalLong.empty(), ByteBuffer.wrap(file), List.of()), format);
    }
  }

  private static EncodedSample encode(byte[] file, Encoding format) throws InputRejectedException {
    return encode(EncodeSettings.DEFAULT, file, format);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** The pixels of a file in colour, by whatever its first bytes say. */
  private static ByteBuffer rgb(byte[] file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    ByteBuffer pixels = ByteBuffer.allocateDirect(1 << 22);
    MediaType type = MediaType.sniff(bytes).orElseThrow();
    if (type == MediaType.JPEG) {
      try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
        decoder.decode(bytes, DecodeOptions.rgb(), pixels, "k");
      }
    } else {
      ImageCodec codec = ImageCodecs.of(Limits.DEFAULT).find(type).orElseThrow();
      codec.decode(bytes, "k", PixelFormat.RGB, pixels);
    }
    return pixels.flip();
  }

  private static Stream<Arguments> sources() throws IOException {
    return Map.of(
            "colour JPEG", JpegFixtures.baseline(ImageFiles.WIDTH, ImageFiles.HEIGHT),
            "grey JPEG", JpegFixtures.grey(ImageFiles.WIDTH, ImageFiles.HEIGHT),
            "RGB JPEG", JpegFixtures.rgbIds(ImageFiles.WIDTH, ImageFiles.HEIGHT),
            "progressive JPEG", JpegFixtures.progressive(ImageFiles.WIDTH, ImageFiles.HEIGHT),
            "colour PNG", ImageFiles.png(PixelFormat.RGB),
            "grey PNG", ImageFiles.png(PixelFormat.GREY),
            "lossless WebP", ImageFiles.webp(WebpOptions.losslessly()),
            "lossy WebP", ImageFiles.webp(WebpOptions.lossy(50)),
            "BMP", ImageFiles.bmp(),
            "PNM", ImageFiles.pnm("# of somebody\n"))
        .entrySet()
        .stream()
        .map(e -> Arguments.of(e.getKey(), e.getValue()));
  }

  // Covers R-LIQUID-3, R-LIQUID-6
  @ParameterizedTest(name = "{0}")
  @MethodSource("sources")
  void losslessFormatsGiveThePixelsOfTheSourceAndItsOwnFormatTheSource(String name, byte[] file)
      throws Exception {
    ByteBuffer pixels = rgb(file);
    for (Encoding format : FORMATS) {
      EncodedSample sample = encode(file, format);
      byte[] stored = bytes(sample.body());
      assertEquals(format, sample.entry().image().encoding(), name);
      assertEquals(ImageFiles.WIDTH, sample.entry().image().width());
      assertEquals(ImageFiles.HEIGHT, sample.entry().image().height());
      assertEquals(stored.length, sample.entry().slices().get(0).length());
      MediaType type = MediaType.sniff(ByteBuffer.wrap(stored)).orElseThrow();
      assertEquals(format.mediaType(), Optional.of(type));
      SourceFlags flags = sample.entry().source().flags();
      boolean own = MediaType.sniff(ByteBuffer.wrap(file)).equals(format.mediaType());
      if (own && format != Encoding.RAW) {
        assertArrayEquals(file, stored, name + " as " + format);
        assertFalse(flags.has(Fact.REENCODED));
        assertEquals(RestoreKind.SAME, sample.restore().kind());
      } else {
        assertEquals(format == Encoding.JPEG, flags.has(Fact.REENCODED), name + " as " + format);
        assertEquals(RestoreKind.ORIGINAL, sample.restore().kind());
        assertEquals(ByteBuffer.wrap(file), sample.restore().bytes());
      }
      if (format != Encoding.JPEG || own) {
        assertEquals(pixels, rgb(stored), name + " as " + format);
      }
    }
  }

  // Covers R-LIQUID-4
  @Test
  void rawIsThePlainestPnmThereIs() throws Exception {
    ByteBuffer colour = encode(ImageFiles.pnm("#\n"), Encoding.RAW).body();
    RawImage raw = RawImage.of(colour, ImageFiles.WIDTH, ImageFiles.HEIGHT, "k");
    assertEquals(PixelFormat.RGB, raw.format());
    assertEquals(ImageFiles.photo(PixelFormat.RGB), raw.pixels());
    assertEquals(
        "P6\n37 21\n255\n",
        new String(
            bytes(colour),
            0,
            colour.remaining() - raw.pixels().remaining(),
            StandardCharsets.US_ASCII));
    ByteBuffer grey = encode(ImageFiles.png(PixelFormat.GREY), Encoding.RAW).body();
    assertEquals(
        PixelFormat.GREY, RawImage.of(grey, ImageFiles.WIDTH, ImageFiles.HEIGHT, "k").format());
    assertEquals(
        ImageFiles.photo(PixelFormat.GREY),
        RawImage.of(grey, ImageFiles.WIDTH, ImageFiles.HEIGHT, "k").pixels());
    byte[] plain = bytes(colour);
    assertEquals(RestoreKind.SAME, encode(plain, Encoding.RAW).restore().kind());
  }

  @Test
  void whatAnotherFormatWouldLoseStaysInItsOwn() throws Exception {
    byte[] transparent =
        ImageFiles.insert(ImageFiles.png(PixelFormat.RGB), ImageFiles.chunk("tRNS", new byte[6]));
    byte[] moving =
        ImageFiles.insert(
            ImageFiles.png(PixelFormat.RGB),
            ImageFiles.chunk("acTL", new byte[] {0, 0, 0, 1, 0, 0, 0, 0}));
    byte[] deepBmp = ImageFiles.alphaBmp(true, 254);
    Map<byte[], Encoding> kept =
        Map.of(
            JpegFixtures.cmyk(24, 24, true),
            Encoding.JPEG,
            JpegFixtures.ycck(24, 24, true),
            Encoding.JPEG,
            transparent,
            Encoding.PNG,
            moving,
            Encoding.PNG,
            ImageFiles.smallPng(8, 6, 4),
            Encoding.PNG,
            ImageFiles.smallPng(8, 4, 2),
            Encoding.PNG,
            ImageFiles.smallPng(16, 2, 6),
            Encoding.PNG,
            deepBmp,
            Encoding.BMP);
    for (Map.Entry<byte[], Encoding> entry : kept.entrySet()) {
      for (Encoding format : FORMATS) {
        EncodedSample sample = encode(entry.getKey(), format);
        assertEquals(entry.getValue(), sample.entry().image().encoding());
        assertArrayEquals(entry.getKey(), bytes(sample.body()));
        assertFalse(sample.entry().source().flags().has(Fact.REENCODED));
      }
    }
  }

  /** Room for transparency is none yet. */
  @Test
  void whatIsOpaqueThoughItNeedNotBeBecomesWhatWasChosen() throws Exception {
    for (byte[] file :
        List.of(
            ImageFiles.rgbaPng(255),
            ImageFiles.alphaBmp(true, 255),
            ImageFiles.alphaBmp(false, 0))) {
      EncodedSample sample = encode(file, Encoding.RAW);
      assertEquals(Encoding.RAW, sample.entry().image().encoding());
      assertEquals(rgb(file), rgb(bytes(sample.body())));
      assertTrue(sample.notes().isEmpty());
    }
    EncodedSample kept = encode(ImageFiles.rgbaPng(254), Encoding.RAW);
    assertEquals(Set.of(SampleNote.TRANSPARENT), kept.notes());
  }

  @Test
  void whatCannotBeDecodedHereStaysAsItIs() throws Exception {
    for (byte[] file :
        List.of(
            JpegFixtures.twelveBit(24, 16),
            JpegFixtures.lossless(24, 16),
            JpegFixtures.pixelBomb(),
            JpegFixtures.scanBomb(16, 16))) {
      for (Encoding format : FORMATS) {
        EncodedSample sample = encode(file, format);
        assertEquals(Encoding.JPEG, sample.entry().image().encoding());
        assertTrue(sample.entry().image().width() > 0);
        assertArrayEquals(file, bytes(sample.body()));
        assertEquals(RestoreKind.SAME, sample.restore().kind());
      }
      EncodeSettings strict = EncodeSettings.builder().nonJpeg(NonJpegPolicy.REJECT).build();
      assertThrows(InputRejectedException.class, () -> encode(strict, file, Encoding.JPEG));
    }
    EncodeSettings small =
        EncodeSettings.builder()
            .limits(Limits.DEFAULT.withPixels(ImageFiles.WIDTH * ImageFiles.HEIGHT - 1))
            .build();
    for (byte[] file :
        List.of(
            ImageFiles.png(PixelFormat.RGB),
            ImageFiles.bmp(),
            ImageFiles.webp(WebpOptions.losslessly()))) {
      EncodedSample sample = encode(small, file, Encoding.RAW);
      assertArrayEquals(file, bytes(sample.body()));
      assertEquals(ImageFiles.WIDTH, sample.entry().image().width());
    }
    InputRejectedException e =
        assertThrows(
            InputRejectedException.class, () -> encode(small, ImageFiles.pnm(""), Encoding.RAW));
    assertEquals(RejectReason.LIMIT, e.reject().reason());
  }

  @Test
  void sidesBeyondWebpKeepTheirFormatOrBecomePng() throws Exception {
    int side = 16_384;
    byte[] wide = JpegFixtures.baseline(side, 8);
    assertEquals(Encoding.JPEG, encode(wide, Encoding.WEBP).entry().image().encoding());
    byte[] pnm =
        ImageFiles.join("P5\n16384 1\n255\n".getBytes(StandardCharsets.US_ASCII), new byte[side]);
    EncodedSample sample = encode(pnm, Encoding.WEBP);
    assertEquals(Encoding.PNG, sample.entry().image().encoding());
    assertEquals(rgb(pnm), rgb(bytes(sample.body())));
  }

  @Test
  void kindsWithoutAFormatAndWithoutPixelsAreRejectedByName() throws Exception {
    byte[] tiff = Arrays.copyOf("II*\0".getBytes(StandardCharsets.US_ASCII), 64);
    byte[] deepPnm =
        ImageFiles.join("P5\n2 2\n65535\n".getBytes(StandardCharsets.US_ASCII), new byte[8]);
    for (byte[] file : List.of(tiff, deepPnm)) {
      InputRejectedException e =
          assertThrows(InputRejectedException.class, () -> encode(file, Encoding.PNG));
      assertEquals(RejectReason.NOT_CONVERTIBLE, e.reject().reason(), e.getMessage());
      assertEquals("k", e.reject().path());
    }
    InputRejectedException text =
        assertThrows(
            InputRejectedException.class,
            () -> encode("text".getBytes(StandardCharsets.US_ASCII), Encoding.RAW));
    assertEquals(RejectReason.NOT_AN_IMAGE, text.reject().reason());
    assertThrows(InputRejectedException.class, () -> encode(new byte[0], Encoding.RAW));
    EncodeSettings jpegOnly = EncodeSettings.builder().nonJpeg(NonJpegPolicy.REJECT).build();
    byte[] png = ImageFiles.png(PixelFormat.RGB);
    InputRejectedException e =
        assertThrows(InputRejectedException.class, () -> encode(jpegOnly, png, Encoding.PNG));
    assertEquals(RejectReason.NOT_CONVERTIBLE, e.reject().reason());
  }

  @Test
  void whetherAFileGetsInDoesNotDependOnItsFormat() throws Exception {
    byte[] truncated = JpegFixtures.truncated(JpegFixtures.baseline(64, 48), 70);
    byte[] png = ImageFiles.png(PixelFormat.RGB);
    byte[] broken = Arrays.copyOf(png, png.length * 2 / 3);
    for (Encoding format : FORMATS) {
      EncodedSample sample = encode(truncated, format);
      assertEquals(format, sample.entry().image().encoding());
      assertTrue(sample.entry().source().flags().has(Fact.DAMAGED));
      EncodeSettings storing = EncodeSettings.builder().damaged(DamagedPolicy.STORE).build();
      for (byte[] file : List.of(truncated, broken)) {
        EncodedSample stored = encode(storing, file, format);
        assertArrayEquals(file, bytes(stored.body()));
        assertTrue(stored.entry().source().flags().has(Fact.DAMAGED));
      }
      EncodeSettings strict = EncodeSettings.builder().damaged(DamagedPolicy.REJECT).build();
      for (EncodeSettings settings : List.of(strict, EncodeSettings.DEFAULT)) {
        InputRejectedException e =
            assertThrows(InputRejectedException.class, () -> encode(settings, broken, format));
        assertEquals(RejectReason.DAMAGED, e.reject().reason());
      }
      assertThrows(InputRejectedException.class, () -> encode(strict, truncated, format));
    }
  }

  @Test
  void originalsAreKeptAsThePolicySays() throws Exception {
    byte[] file = JpegFixtures.baseline(ImageFiles.WIDTH, ImageFiles.HEIGHT);
    Map<RestorePolicy, List<RestoreKind>> kinds =
        Map.of(
            RestorePolicy.EXACT, List.of(RestoreKind.SAME, RestoreKind.ORIGINAL),
            RestorePolicy.BEST_EFFORT, List.of(RestoreKind.SAME, RestoreKind.NONE),
            RestorePolicy.NONE, List.of(RestoreKind.SAME, RestoreKind.NONE));
    for (Map.Entry<RestorePolicy, List<RestoreKind>> entry : kinds.entrySet()) {
      EncodeSettings settings = EncodeSettings.builder().restore(entry.getKey()).build();
      assertEquals(entry.getValue().get(0), encode(settings, file, Encoding.JPEG).restore().kind());
      for (Encoding format : LOSSLESS) {
        assertEquals(entry.getValue().get(1), encode(settings, file, format).restore().kind());
      }
    }
  }

  @Test
  void factsOfTheOriginalStayWithItsPixels() throws Exception {
    byte[] file = JpegFixtures.orientation(24, 16, 6, true);
    for (Encoding format : FORMATS) {
      EncodedSample sample = encode(file, format);
      assertEquals(6, sample.entry().source().flags().orientation());
      assertEquals(24, sample.entry().image().width());
      assertEquals(file.length, sample.entry().source().length());
    }
    assertTrue(
        encode(JpegFixtures.iccProfile(24, 24, 3000), Encoding.RAW)
            .entry()
            .source()
            .flags()
            .has(Fact.ICC));
  }

  @Test
  void imageInfoOfASampleIsThatOfItsFile() throws Exception {
    byte[] stored =
        bytes(encode(JpegFixtures.grey(ImageFiles.WIDTH, ImageFiles.HEIGHT), Encoding.BMP).body());
    ImageInfo info = new BmpCodec().info(ByteBuffer.wrap(stored), "k");
    assertEquals(new ImageInfo(ImageFiles.WIDTH, ImageFiles.HEIGHT, 1), info);
  }
}
