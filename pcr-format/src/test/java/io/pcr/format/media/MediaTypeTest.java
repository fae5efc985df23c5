package io.pcr.format.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {
  static Stream<Arguments> beginnings() {
    return Stream.of(
        Arguments.of(MediaType.JPEG, "\u00ff\u00d8\u00ff"),
        Arguments.of(MediaType.PNG, "\u0089PNG\r\n\u001a\n"),
        Arguments.of(MediaType.WEBP, "RIFF\1\2\3\4WEBP"),
        Arguments.of(MediaType.GIF, "GIF87a"),
        Arguments.of(MediaType.GIF, "GIF89a"),
        Arguments.of(MediaType.TIFF, "II*\0"),
        Arguments.of(MediaType.TIFF, "MM\0*"),
        Arguments.of(MediaType.TIFF, "MM\0+"),
        Arguments.of(MediaType.TIFF, "II+\0"),
        Arguments.of(MediaType.PNM, "P1 "),
        Arguments.of(MediaType.PNM, "P5\t"),
        Arguments.of(MediaType.PNM, "P5\r"),
        Arguments.of(MediaType.BMP, "BM\0\0\1\0\0\0\0\0\66\0\0\0\14\0\0\0"),
        Arguments.of(MediaType.PNM, "P6\n"),
        Arguments.of(MediaType.PNM, "P3#"),
        Arguments.of(MediaType.PNM, "P7\n"),
        Arguments.of(MediaType.BMP, "BM\0\0\1\0\0\0\0\0\66\0\0\0\50\0\0\0"),
        Arguments.of(MediaType.BMP, "BM\0\0\1\0\0\0\0\0\66\0\0\0\174\0\0\0"),
        Arguments.of(MediaType.JPEG_2000, "\0\0\0\fjP  \r\n\u0087\n"),
        Arguments.of(MediaType.JPEG_2000, "\u00ff\117\u00ff\121"),
        Arguments.of(MediaType.JPEG_XL, "\0\0\0\fJXL \r\n\u0087\n"),
        Arguments.of(MediaType.JPEG_XL, "\u00ff\n"),
        Arguments.of(MediaType.AVIF, "\0\0\0\40ftypavif"),
        Arguments.of(MediaType.AVIF, "\0\0\0\40ftypavis"),
        Arguments.of(MediaType.HEIF, "\0\0\0\40ftypheic"),
        Arguments.of(MediaType.HEIF, "\0\0\0\40ftypmif1"),
        Arguments.of(MediaType.ICO, icon(1, 1, 22)),
        Arguments.of(MediaType.ICO, icon(2, 2, 38)));
  }

  /** A directory with its first entry. */
  private static String icon(int kind, int count, int position) {
    String entry = "\20\20\0\0\1\0\40\0\1\0\0\0" + (char) position + "\0\0\0";
    return "\0\0" + (char) kind + "\0" + (char) count + "\0" + entry;
  }

  @ParameterizedTest
  @MethodSource("beginnings")
  void eachKindIsToldByItsFirstBytesAndNotByFewer(MediaType expected, String magic) {
    byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(Optional.of(expected), MediaType.sniff(ByteBuffer.wrap(bytes)));
    ByteBuffer little =
        ByteBuffer.allocateDirect(40)
            .order(ByteOrder.LITTLE_ENDIAN)
            .position(3)
            .put(bytes)
            .position(3);
    assertEquals(Optional.of(expected), MediaType.sniff(little));
    assertEquals(3, little.position());
    assertEquals(Optional.empty(), MediaType.sniff(ByteBuffer.wrap(bytes, 0, bytes.length - 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "P6x",
        "P8\n",
        "P0\n",
        "II+\1",
        "MM\1+",
        "XM\0\0\1\0\0\0\0\0\66\0\0\0\50\0\0\0",
        "BM\0\0\1\0\0\0\0\0\66\0\0\0\13\0\0\0",
        "BM\0\0\1\0\0\0\0\0\66\0\0\0\175\0\0\0",
        "BMW is a car, not an image",
        "RIFF\1\2\3\4WAVE",
        "GIF88a",
        "{}",
        "\0\0\0\fjP  \r\n\u0087\r",
        "\0\0\0\40ftypisom\0\0\0\0avif",
        "\0\0\0\40ftyp",
        "\0\0\3\0\1\0\20\20\0\0\1\0\40\0\1\0\0\0\26\0\0\0",
        "\0\0\1\0\0\0\20\20\0\0\1\0\40\0\1\0\0\0\26\0\0\0",
        "\0\0\1\0\1\0\20\20\0\1\1\0\40\0\1\0\0\0\26\0\0\0",
        "\0\0\1\0\1\0\20\20\0\0\1\0\40\0\0\0\0\0\26\0\0\0",
        "\0\0\1\0\1\0\20\20\0\0\1\0\40\0\1\0\0\0\25\0\0\0"
      })
  void otherFilesAreNone(String text) {
    assertEquals(
        Optional.empty(),
        MediaType.sniff(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1))));
  }

  @Property
  void sniffNeedsNoMoreThanItSays(@ForAll @Size(max = 40) byte[] tail) {
    beginnings()
        .forEach(
            beginning -> {
              byte[] magic = ((String) beginning.get()[1]).getBytes(StandardCharsets.ISO_8859_1);
              ByteBuffer all =
                  ByteBuffer.allocate(magic.length + tail.length).put(magic).put(tail).flip();
              ByteBuffer first = all.slice(0, Math.min(all.limit(), MediaType.SNIFF_LENGTH));
              assertEquals(MediaType.sniff(first), MediaType.sniff(all));
            });
  }

  @Test
  void mimeTypesAreTheUsualOnes() {
    assertEquals("image/jpeg", MediaType.JPEG.mimeType());
  }

  private static Optional<MediaType> kindOf(String latin1) {
    return MediaType.sniff(ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void heifThatIsCompatibleWithAvifIsAvifAsFarAsItsFirstBoxGoes() {
    assertEquals(Optional.of(MediaType.AVIF), kindOf("\0\0\0\30ftypmif1\0\0\0\0miafavif"));
    assertEquals(Optional.of(MediaType.HEIF), kindOf("\0\0\0\24ftypmif1\0\0\0\0miafavif"));
    assertEquals(Optional.of(MediaType.HEIF), kindOf("\0\0\0\30ftypmif1\0\0\0\0miafavi"));
    assertEquals(Optional.of(MediaType.HEIF), kindOf("\0\0\0\30ftypmif1avif\0\0\0\0miaf"));
    String many = "\0\0\1\0ftypmif1\0\0\0\0" + "miaf".repeat(11);
    assertEquals(Optional.of(MediaType.AVIF), kindOf(many + "avif"));
    assertEquals(Optional.of(MediaType.HEIF), kindOf(many + "miafavif"));
  }

  private static byte[] tga(int palette, int kind, int paletteDepth, int w, int h, int depth) {
    ByteBuffer header = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
    header.put(1, (byte) palette).put(2, (byte) kind).put(7, (byte) paletteDepth);
    header.putShort(12, (short) w).putShort(14, (short) h).put(16, (byte) depth);
    return header.array();
  }

  private static Optional<MediaType> named(String name, byte[] bytes) {
    return MediaType.of(name, ByteBuffer.wrap(bytes));
  }

  @Test
  void targaIsToldByNameAndHeaderTogether() {
    for (int kind : new int[] {2, 3, 10, 11}) {
      byte[] plain = tga(0, kind, 0, 1, 1, 24);
      assertEquals(Optional.of(MediaType.TGA), named("a/b.TGA", plain));
      assertEquals(Optional.empty(), named("a/b.tga.txt", plain));
      assertEquals(Optional.empty(), named("tga", plain));
      assertEquals(Optional.empty(), MediaType.sniff(ByteBuffer.wrap(plain)));
    }
    assertEquals(Optional.of(MediaType.TGA), named("b.tga", tga(1, 1, 24, 1, 1, 8)));
    assertEquals(Optional.of(MediaType.TGA), named("c.d.Tga", tga(1, 9, 16, 1, 1, 8)));
    assertEquals(Optional.of(MediaType.TGA), named("b.TGA", tga(1, 2, 32, 1, 1, 32)));
    for (byte[] other :
        new byte[][] {
          tga(0, 1, 0, 1, 1, 8),
          tga(0, 0, 0, 1, 1, 8),
          tga(2, 2, 0, 1, 1, 24),
          tga(1, 1, 7, 1, 1, 8),
          tga(1, 4, 24, 1, 1, 8),
          tga(0, 2, 0, 0, 1, 24),
          tga(0, 2, 0, 1, 0, 24),
          tga(0, 2, 0, 1, 1, 25),
          new byte[17],
          new byte[0]
        }) {
      assertEquals(Optional.empty(), named("b.tga", other));
    }
    byte[] png = "\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(Optional.of(MediaType.PNG), named("b.tga", png));
  }

  @Test
  void suffixesTellWhatANameSpeaksOf() {
    assertEquals(Optional.of(MediaType.JPEG), MediaType.named("a.b/x.JPeG"));
    assertEquals(Optional.of(MediaType.PNM), MediaType.named("x.pgm"));
    assertEquals(Optional.empty(), MediaType.named("jpg"));
    assertEquals(Optional.empty(), MediaType.named("x.txt"));
    assertEquals(Optional.empty(), MediaType.named("x."));
  }
}
