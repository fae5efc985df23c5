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
        Arguments.of(MediaType.BMP, "BM\0\0\1\0\0\0\0\0\66\0\0\0\174\0\0\0"));
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
        "{}"
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
}
