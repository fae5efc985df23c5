package io.pcr.writer.internal.encode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.source.SourceSample;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** Orientation and colour profile of PNG and WebP stay with the pixels. */
class MetadataKeptTest {
  private static final EncodeSettings ENCODE =
      EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build();
  private static final int WEBP_ICC = 0x20;
  private static final int WEBP_EXIF = 0x08;
  private static final int WEBP_XMP = 0x04;

  private static byte[] exif(int orientation) {
    return ByteBuffer.allocate(26)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("II*\0".getBytes(ISO_8859_1))
        .putInt(8)
        .putShort((short) 1)
        .putShort((short) 0x112)
        .putShort((short) 3)
        .putInt(1)
        .putShort((short) orientation)
        .array();
  }

  private static byte[] xmp(int orientation) {
    String packet = "<x:xmpmeta><rdf:Description tiff:Orientation=\"" + orientation + "\"/>";
    return packet.getBytes(ISO_8859_1);
  }

  /** A profile of so many bytes that says it is for colour, or for grey. */
  private static byte[] profile(int bytes, String space) {
    ByteBuffer profile = ByteBuffer.allocate(bytes);
    for (int i = 0; i < bytes; i++) {
      profile.put(i, (byte) (i * 7));
    }
    return profile.put(16, space.getBytes(ISO_8859_1)).array();
  }

  private static byte[] deflate(byte[] bytes) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] latin1(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static byte[] iccp(byte[] profile) throws Exception {
    return ImageFiles.chunk("iCCP", ImageFiles.join(latin1("any name\0\0"), deflate(profile)));
  }

  private static byte[] png(byte[]... chunks) throws Exception {
    return ImageFiles.insert(ImageFiles.png(PixelFormat.RGB), ImageFiles.join(chunks));
  }

  /** All ways in which a file says its orientation. */
  private static Map<String, byte[]> turned(int orientation) throws Exception {
    byte[] text = latin1("\nexif\n      32\n" + HexFormat.of().formatHex(exif(orientation)) + "\n");
    byte[] named =
        latin1("\nAPP1\n 32\n45786966" + "\n0000" + HexFormat.of().formatHex(exif(orientation)));
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("eXIf", png(ImageFiles.chunk("eXIf", exif(orientation))));
    files.put(
        "iTXt",
        png(
            ImageFiles.chunk(
                "iTXt",
                ImageFiles.join(latin1("XML:com.adobe.xmp\0\0\0en\0\0"), xmp(orientation)))));
    files.put(
        "deflated iTXt",
        png(
            ImageFiles.chunk(
                "iTXt",
                ImageFiles.join(
                    latin1("XML:com.adobe.xmp\0\1\0\0\0"), deflate(xmp(orientation))))));
    files.put(
        "zTXt",
        png(
            ImageFiles.chunk(
                "zTXt", ImageFiles.join(latin1("Raw profile type exif\0\0"), deflate(text)))));
    files.put(
        "tEXt",
        png(ImageFiles.chunk("tEXt", ImageFiles.join(latin1("Raw profile type APP1\0"), named))));
    byte[] none = new byte[0];
    byte[] block = ImageFiles.riffChunk("EXIF", exif(orientation));
    byte[] marked =
        ImageFiles.riffChunk("EXIF", ImageFiles.join(latin1("Exif\0\0"), exif(orientation)));
    byte[] packet = ImageFiles.riffChunk("XMP ", xmp(orientation));
    files.put("EXIF of WebP", ImageFiles.extendedWebp(WEBP_EXIF, none, block));
    files.put("EXIF of WebP with its name", ImageFiles.extendedWebp(WEBP_EXIF, none, marked));
    files.put("XMP of WebP", ImageFiles.extendedWebp(WEBP_XMP, none, packet));
    return files;
  }

  private static Map<String, byte[]> profiled(byte[] profile) throws Exception {
    return Map.of(
        "PNG",
        png(iccp(profile)),
        "WebP",
        ImageFiles.extendedWebp(WEBP_ICC, ImageFiles.riffChunk("ICCP", profile), new byte[0]));
  }

  private static EncodedSample encode(EncodeSettings settings, byte[] file) throws Exception {
    try (ProgressiveEncoder encoder = new ProgressiveEncoder(settings)) {
      return encoder.encode(sample(file), 0);
    }
  }

  private static EncodedSample liquid(byte[] file, Encoding format) throws Exception {
    try (LiquidEncoder encoder = new LiquidEncoder(EncodeSettings.DEFAULT)) {
      return encoder.encode(sample(file), format);
    }
  }

  private static SourceSample sample(byte[] file) {
    return new SourceSample("k", OptionalLong.empty(), ByteBuffer.wrap(file), List.of());
  }

  private static JpegInfo info(EncodedSample sample) throws Exception {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      ByteBuffer end = ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) 0xd9});
      return decoder.inspect(List.of(sample.body().duplicate(), end), "k");
    }
  }

  @Test
  void encodedImageHasTheOrientationOfItsSourceWhereverThatSaysIt() throws Exception {
    for (int orientation = 1; orientation <= 8; orientation++) {
      for (Map.Entry<String, byte[]> file : turned(orientation).entrySet()) {
        EncodedSample sample = encode(ENCODE, file.getValue());
        SourceFlags flags = sample.entry().source().flags();
        assertEquals(orientation, flags.orientation(), file.getKey());
        assertTrue(flags.has(Fact.REENCODED));
        int shown = orientation == 1 ? 0 : orientation;
        assertEquals(shown, info(sample).orientation(), file.getKey());
        EncodedSample all =
            encode(ENCODE.toBuilder().markers(MarkerPolicy.ALL).build(), file.getValue());
        assertEquals(orientation, info(all).orientation(), file.getKey());
        EncodedSample none =
            encode(ENCODE.toBuilder().markers(MarkerPolicy.NONE).build(), file.getValue());
        assertEquals(0, info(none).orientation(), file.getKey());
        assertEquals(orientation, none.entry().source().flags().orientation());
        EncodedSample stored = encode(EncodeSettings.DEFAULT, file.getValue());
        assertEquals(orientation, stored.entry().source().flags().orientation());
      }
    }
  }

  @Test
  void exifHasTheFirstWordOnOrientation() throws Exception {
    byte[] both =
        ImageFiles.extendedWebp(
            WEBP_EXIF | WEBP_XMP,
            new byte[0],
            ImageFiles.join(
                ImageFiles.riffChunk("XMP ", xmp(3)), ImageFiles.riffChunk("EXIF", exif(6))));
    EncodedSample sample = encode(ENCODE.toBuilder().markers(MarkerPolicy.ALL).build(), both);
    assertEquals(6, info(sample).orientation());
    assertTrue(sample.entry().source().flags().has(Fact.EXIF));
    byte[] silent = exif(0);
    byte[] onlyXmp =
        png(
            ImageFiles.chunk("eXIf", silent),
            ImageFiles.chunk(
                "iTXt", ImageFiles.join(latin1("XML:com.adobe.xmp\0\0\0\0\0"), xmp(5))));
    assertEquals(
        5,
        info(encode(ENCODE.toBuilder().markers(MarkerPolicy.ALL).build(), onlyXmp)).orientation());
  }

  @Test
  void encodedImageHasASmallProfileAndALargeOneOnlyWhenAsked() throws Exception {
    for (int bytes : new int[] {128, 1024, 1025, 70_000}) {
      byte[] profile = profile(bytes, "RGB ");
      for (Map.Entry<String, byte[]> file : profiled(profile).entrySet()) {
        EncodedSample sample = encode(ENCODE, file.getValue());
        assertTrue(sample.entry().source().flags().has(Fact.ICC), file.getKey());
        boolean isSmall = bytes <= 1024;
        assertEquals(isSmall ? bytes : 0, info(sample).iccProfile().remaining(), file.getKey());
        Set<SampleNote> dropped = isSmall ? Set.of() : Set.of(SampleNote.PROFILE_DROPPED);
        assertEquals(dropped, sample.notes());
        for (EncodeSettings settings :
            List.of(
                ENCODE.toBuilder().markers(MarkerPolicy.ALL).build(),
                ENCODE.toBuilder().iccBytes(Integer.MAX_VALUE).build(),
                ENCODE.toBuilder().iccBytes(bytes).build())) {
          EncodedSample whole = encode(settings, file.getValue());
          assertEquals(ByteBuffer.wrap(profile), info(whole).iccProfile(), file.getKey());
          assertEquals(Set.of(), whole.notes());
        }
        EncodedSample less =
            encode(ENCODE.toBuilder().iccBytes(bytes - 1).build(), file.getValue());
        assertEquals(Set.of(SampleNote.PROFILE_DROPPED), less.notes());
      }
    }
    byte[] jpeg = JpegFixtures.iccProfile(24, 24, 3000);
    EncodedSample plain = encode(EncodeSettings.DEFAULT, jpeg);
    assertEquals(Set.of(SampleNote.PROFILE_DROPPED), plain.notes());
    EncodedSample kept = encode(EncodeSettings.builder().iccBytes(3000).build(), jpeg);
    assertEquals(Set.of(), kept.notes());
    assertEquals(3000, info(kept).iccProfile().remaining());
  }

  @Test
  void profileForOtherPixelsStaysBehind() throws Exception {
    byte[] grey = ImageFiles.png(PixelFormat.GREY);
    byte[] right = ImageFiles.insert(grey, iccp(profile(300, "GRAY")));
    assertEquals(300, info(encode(ENCODE, right)).iccProfile().remaining());
    byte[] wrong = ImageFiles.insert(grey, iccp(profile(300, "RGB ")));
    assertFalse(info(encode(ENCODE, wrong)).iccProfile().hasRemaining());
    for (byte[] file : profiled(profile(300, "CMYK")).values()) {
      assertFalse(info(encode(ENCODE, file)).iccProfile().hasRemaining());
    }
  }

  @Test
  void sampleOfALiquidShardHasBothWhereItsFormatHasAPlaceForThem() throws Exception {
    byte[] profile = profile(600, "RGB ");
    byte[] jpeg = JpegFixtures.orientation(24, 16, 6, true);
    Map<Encoding, byte[]> sources =
        Map.of(
            Encoding.PNG,
            png(ImageFiles.chunk("eXIf", exif(6)), iccp(profile)),
            Encoding.WEBP,
            ImageFiles.extendedWebp(
                WEBP_ICC | WEBP_EXIF,
                ImageFiles.riffChunk("ICCP", profile),
                ImageFiles.riffChunk("EXIF", exif(6))),
            Encoding.JPEG,
            jpeg);
    for (Map.Entry<Encoding, byte[]> source : sources.entrySet()) {
      boolean hasProfile = source.getKey() != Encoding.JPEG;
      for (Encoding format :
          List.of(Encoding.JPEG, Encoding.PNG, Encoding.WEBP, Encoding.BMP, Encoding.RAW)) {
        if (format == source.getKey()) {
          continue;
        }
        EncodedSample sample = liquid(source.getValue(), format);
        assertEquals(format, sample.entry().image().encoding());
        SourceFlags flags = sample.entry().source().flags();
        assertEquals(6, flags.orientation(), source.getKey() + " as " + format);
        assertEquals(hasProfile, flags.has(Fact.ICC), source.getKey() + " as " + format);
        assertEquals(Set.of(), sample.notes());
        if (format == Encoding.JPEG) {
          assertEquals(6, info(sample).orientation());
          assertEquals(ByteBuffer.wrap(profile), info(sample).iccProfile());
        } else {
          MediaType type = format.mediaType().orElseThrow();
          ImageMetadata found = ImageCodecs.metadata(type, sample.body());
          boolean hasPlace = format == Encoding.PNG || format == Encoding.WEBP;
          assertEquals(hasPlace ? 6 : 0, found.orientation(), format.name());
          assertEquals(hasPlace && hasProfile ? 600 : 0, found.icc().remaining(), format.name());
        }
      }
    }
    byte[] large = png(iccp(profile(1025, "RGB ")));
    assertEquals(Set.of(SampleNote.PROFILE_DROPPED), liquid(large, Encoding.WEBP).notes());
    assertEquals(Set.of(), liquid(large, Encoding.RAW).notes());
    assertEquals(Set.of(), liquid(large, Encoding.PNG).notes());
  }
}
