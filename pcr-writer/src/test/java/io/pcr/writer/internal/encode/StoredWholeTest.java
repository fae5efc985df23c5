package io.pcr.writer.internal.encode;

import static io.pcr.writer.internal.encode.EncodedSamples.encode;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.encode.AlphaPolicy;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.reject.RejectReason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which images are stored as the files that they are, and what is said of them. */
class StoredWholeTest {
  private static final EncodeSettings ENCODE =
      EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build();

  private static void isWhole(byte[] file, Set<SampleNote> notes, EncodedSample sample) {
    assertEquals(Encoding.OPAQUE, sample.entry().image().encoding());
    assertEquals(ByteBuffer.wrap(file), sample.body());
    assertEquals(notes, sample.notes());
  }

  private static byte[] file(String start) {
    return Arrays.copyOf(start.getBytes(ISO_8859_1), 80);
  }

  private static byte[] sized(String start, int... shorts) {
    ByteBuffer file = ByteBuffer.wrap(file(start)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < shorts.length; i++) {
      file.putShort(start.length() + 2 * i, (short) shorts[i]);
    }
    return file.array();
  }

  /** A file of each kind that is known and not decoded, by its name. */
  private static Map<String, byte[]> undecoded() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("GIF", sized("GIF89a", 30, 20));
    files.put("TIFF", file("II*\0"));
    files.put("AVIF", file("\0\0\0\40ftypavif"));
    files.put("HEIF", file("\0\0\0\40ftypheic"));
    files.put("JPEG_2000", file("\0\0\0\fjP  \r\n\u0087\n"));
    files.put("JPEG_XL", file("\u00ff\n"));
    files.put("ICO", file("\0\0\1\0\1\0\40\40\0\0\1\0\40\0\1\0\0\0\26\0\0\0"));
    files.put("TGA", sized("\0\0\2" + "\0".repeat(9), 30, 20, 24));
    return files;
  }

  @Test
  void kindsWithoutADecoderAreStoredAsTheyAreAndRejectedByName() throws Exception {
    for (Map.Entry<String, byte[]> entry : undecoded().entrySet()) {
      String key = "x.tga";
      byte[] file = entry.getValue();
      isWhole(file, Set.of(), encode(EncodeSettings.DEFAULT, key, file));
      isWhole(file, Set.of(SampleNote.NOT_DECODED), encode(ENCODE, key, file));
      EncodeSettings jpegOnly = EncodeSettings.builder().nonJpeg(NonJpegPolicy.REJECT).build();
      InputRejectedException e =
          assertThrows(InputRejectedException.class, () -> encode(jpegOnly, key, file));
      assertEquals(RejectReason.NOT_CONVERTIBLE, e.reject().reason());
      assertEquals(entry.getKey() + " is not JPEG", e.reject().detail());
    }
    assertEquals(
        MediaType.values().length, undecoded().size() + 5, "every kind is one or the other");
    for (String kind : List.of("GIF", "TGA")) {
      EncodedSample sample = encode(ENCODE, "x.tga", undecoded().get(kind));
      assertEquals(30, sample.entry().image().width(), kind);
      assertEquals(20, sample.entry().image().height(), kind);
    }
    assertThrows(
        InputRejectedException.class,
        () -> encode(EncodeSettings.DEFAULT, "x.txt", undecoded().get("TGA")));
  }

  private static byte[] animatedPng(int frames, boolean firstIsAFrame) throws Exception {
    byte[] png = ImageFiles.png(PixelFormat.RGB);
    byte[] control = ImageFiles.chunk("fcTL", new byte[26]);
    byte[] count = ByteBuffer.allocate(8).putInt(frames).array();
    byte[] with = firstIsAFrame ? ImageFiles.insert(png, control) : png;
    return ImageFiles.insert(with, ImageFiles.chunk("acTL", count));
  }

  @Test
  void whatHasMoreThanOneFrameIsNotEncoded() throws Exception {
    byte[] twoPnm = ImageFiles.join(ImageFiles.pnm(""), ImageFiles.pnm("#\n"));
    for (byte[] file :
        List.of(
            animatedPng(2, true),
            animatedPng(1, false),
            ImageFiles.extendedWebp(0x02, new byte[0], new byte[0]),
            twoPnm)) {
      isWhole(file, Set.of(SampleNote.ANIMATED), encode(ENCODE, "k", file));
      isWhole(file, Set.of(), encode(EncodeSettings.DEFAULT, "k", file));
      EncodeSettings blend = ENCODE.toBuilder().alpha(AlphaPolicy.blend(0)).build();
      isWhole(file, Set.of(SampleNote.ANIMATED), encode(blend, "k", file));
    }
    byte[] trailing = ImageFiles.join(ImageFiles.pnm(""), "no image".getBytes(ISO_8859_1));
    for (byte[] still : List.of(animatedPng(1, true), animatedPng(0, true), trailing)) {
      Encoding encoding = encode(ENCODE, "k", still).entry().image().encoding();
      assertEquals(Encoding.PROGRESSIVE_JPEG, encoding);
    }
  }

  private static byte[] lastPixel(EncodedSample sample) throws Exception {
    ByteBuffer jpeg =
        ByteBuffer.allocate(sample.body().remaining() + 2)
            .put(sample.body().duplicate())
            .putShort((short) 0xffd9)
            .flip();
    ByteBuffer pixels = ByteBuffer.allocateDirect(12);
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      decoder.decode(jpeg, DecodeOptions.rgb(), pixels, "k");
    }
    byte[] last = new byte[3];
    pixels.get(9, last);
    return last;
  }

  @Test
  void transparentImagesAreStoredOrBlendedAndOpaqueOnesAreEncoded() throws Exception {
    byte[] keyed =
        ImageFiles.insert(ImageFiles.smallPng(8, 2, 3), ImageFiles.chunk("tRNS", new byte[6]));
    for (byte[] file :
        List.of(
            ImageFiles.rgbaPng(254),
            ImageFiles.rgbaPng(0),
            ImageFiles.alphaBmp(true, 254),
            ImageFiles.smallPng(8, 4, 2),
            keyed)) {
      isWhole(file, Set.of(SampleNote.TRANSPARENT), encode(ENCODE, "k", file));
      EncodedSample blended =
          encode(ENCODE.toBuilder().alpha(AlphaPolicy.blend(0xffffff)).build(), "k", file);
      assertEquals(Encoding.PROGRESSIVE_JPEG, blended.entry().image().encoding());
      assertTrue(blended.entry().source().flags().has(Fact.REENCODED));
    }
    byte[] unused =
        ImageFiles.insert(
            ImageFiles.smallPng(8, 2, 3), ImageFiles.chunk("tRNS", new byte[] {0, 1, 0, 1, 0, 1}));
    for (byte[] file :
        List.of(
            ImageFiles.rgbaPng(255),
            ImageFiles.alphaBmp(true, 255),
            ImageFiles.alphaBmp(false, 0),
            unused)) {
      EncodedSample sample = encode(ENCODE, "k", file);
      assertEquals(Encoding.PROGRESSIVE_JPEG, sample.entry().image().encoding());
      assertEquals(Set.of(), sample.notes());
    }
  }

  @Test
  void blendingShowsTheBackgroundAsFarAsThePixelLetsItThrough() {
    ByteBuffer rgba = ByteBuffer.wrap(new byte[] {1, 2, 3, 0, 100, 0, -1, -128, 9, 8, 7, -1});
    AlphaBlend.over(0x10ff00, rgba);
    byte[] rgb = new byte[rgba.remaining()];
    rgba.get(rgb);
    assertArrayEquals(new byte[] {0x10, -1, 0, 58, 127, -128, 9, 8, 7}, rgb);
  }

  @Test
  void blendedColourIsThatOfTheBackgroundWhereNothingIsShown() throws Exception {
    byte[] clear = ImageFiles.smallPng(8, 6, 4);
    byte[] last =
        lastPixel(
            encode(ENCODE.toBuilder().alpha(AlphaPolicy.blend(0xffffff)).build(), "k", clear));
    for (byte channel : last) {
      assertTrue((channel & 0xff) > 250, Arrays.toString(last));
    }
  }

  @Test
  void policiesAreReadAsTheyAreWritten() {
    for (String text : List.of("store", "blend:00FF7A")) {
      assertEquals(text, AlphaPolicy.parse(text).toString());
    }
    assertEquals(AlphaPolicy.blend(0xab), AlphaPolicy.parse("Blend:0000aB"));
    for (String text :
        List.of("", "drop", "blend:", "blend:fffff", "blend:fffffg", "blend:-fffff")) {
      assertThrows(IllegalArgumentException.class, () -> AlphaPolicy.parse(text), text);
    }
  }

  @Test
  void imagesTooLargeToDecodeOrOfAVariantThatIsNotReadAreStoredByEncodeToo() throws Exception {
    EncodeSettings small = ENCODE.toBuilder().limits(Limits.DEFAULT.withPixels(100)).build();
    byte[] text = "P3\n1 1\n255\n1 2 3\n".getBytes(ISO_8859_1);
    for (byte[] file :
        List.of(ImageFiles.png(PixelFormat.RGB), ImageFiles.webp(WebpOptions.lossy(50)), text)) {
      isWhole(file, Set.of(SampleNote.NOT_DECODED), encode(small, "k", file));
    }
    byte[] wide = ImageFiles.join("P5\n65501 1\n255\n".getBytes(ISO_8859_1), new byte[65_501]);
    isWhole(wide, Set.of(SampleNote.NOT_DECODED), encode(ENCODE, "k", wide));
  }

  @Test
  void jpegThatDecodesAndCannotBeCodedIsStoredWhateverTheScript() throws Exception {
    byte[] file = JpegFixtures.coefficientsOutOfRange();
    for (String script : ScanScripts.names()) {
      EncodeSettings settings = EncodeSettings.builder().scripts(ScanScripts.named(script)).build();
      EncodedSample sample = encode(settings, "k", file);
      isWhole(file, Set.of(SampleNote.NOT_CODABLE), sample);
      assertTrue(sample.entry().source().flags().has(Fact.DAMAGED), script);
      EncodedSample stored =
          encode(settings.toBuilder().damaged(DamagedPolicy.STORE).build(), "k", file);
      isWhole(file, Set.of(), stored);
      for (EncodeSettings strict :
          List.of(
              settings.toBuilder().damaged(DamagedPolicy.REJECT).build(),
              settings.toBuilder().nonJpeg(NonJpegPolicy.REJECT).build())) {
        InputRejectedException e =
            assertThrows(InputRejectedException.class, () -> encode(strict, "k", file));
        assertEquals(RejectReason.DAMAGED, e.reject().reason());
      }
    }
  }

  @Test
  void whatNoDecoderDecodesGetsInOnlyWhereDamageIsStored() throws Exception {
    byte[] jpeg = Arrays.copyOf(JpegFixtures.baseline(40, 40), 100);
    byte[] png = Arrays.copyOf(ImageFiles.png(PixelFormat.RGB), 20);
    byte[] lateDamage = ImageFiles.png(PixelFormat.RGB);
    lateDamage[lateDamage.length - 20] ^= 1;
    EncodeSettings storing = ENCODE.toBuilder().damaged(DamagedPolicy.STORE).build();
    for (byte[] file : List.of(jpeg, png, lateDamage)) {
      InputRejectedException e =
          assertThrows(InputRejectedException.class, () -> encode(ENCODE, "k", file));
      assertEquals(RejectReason.DAMAGED, e.reject().reason());
      EncodedSample stored = encode(storing, "k", file);
      isWhole(file, Set.of(), stored);
      assertTrue(stored.entry().source().flags().has(Fact.DAMAGED));
    }
    EncodedSample coarser =
        encode(
            EncodeSettings.builder().quality(OptionalInt.of(30)).build(),
            "k",
            JpegFixtures.baseline(40, 40));
    assertFalse(coarser.entry().source().flags().has(Fact.DAMAGED));
  }
}
