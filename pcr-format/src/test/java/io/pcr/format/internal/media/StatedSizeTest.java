package io.pcr.format.internal.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What the headers of files that are stored without being decoded say of their size. */
class StatedSizeTest {
  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] jp2(int width, int height) {
    return ByteBuffer.allocate(12 + 20 + 8 + 16)
        .put(latin1("\0\0\0\fjP  \r\n\u0087\n\0\0\0\24ftypjp2 \0\0\0\0jp2 "))
        .put(latin1("\0\0\0\55jp2h\0\0\0\26ihdr"))
        .putInt(height)
        .putInt(width)
        .array();
  }

  /** The image begins at 10, 20 of its grid. */
  private static byte[] codestream(int width, int height) {
    return ByteBuffer.allocate(24)
        .putInt(0xff4fff51)
        .putShort((short) 47)
        .putShort((short) 0)
        .putInt(width + 10)
        .putInt(height + 20)
        .putInt(10)
        .putInt(20)
        .array();
  }

  private static byte[] shorts(String start, int width, int height) {
    ByteBuffer file = ByteBuffer.allocate(start.length() + 4).order(ByteOrder.LITTLE_ENDIAN);
    return file.put(latin1(start)).putShort((short) width).putShort((short) height).array();
  }

  private static Map<byte[], MediaType> files(int width, int height) {
    return Map.of(
        shorts("GIF89a", width, height),
        MediaType.GIF,
        shorts("\0\0\2" + "\0".repeat(9), width, height),
        MediaType.TGA,
        codestream(width, height),
        MediaType.JPEG_2000,
        jp2(width, height),
        MediaType.JPEG_2000);
  }

  @Test
  void headersSayTheSizeWhenTheyAreWhole() {
    files(300, 200)
        .forEach(
            (file, type) -> {
              ByteBuffer shifted =
                  ByteBuffer.allocate(file.length + 3).position(3).put(file).position(3);
              assertEquals(Optional.of(new StatedSize(300, 200)), StatedSize.of(type, shifted));
              byte[] cut = Arrays.copyOf(file, file.length - 1);
              assertEquals(Optional.empty(), StatedSize.of(type, ByteBuffer.wrap(cut)));
            });
  }

  @Test
  void aSideOfAnIconThatDoesNotFitIntoAByteIsWrittenAsZero() {
    ByteBuffer tall = ByteBuffer.wrap(latin1("\0\0\1\0\1\0\60\0"));
    assertEquals(Optional.of(new StatedSize(48, 256)), StatedSize.of(MediaType.ICO, tall));
    ByteBuffer wide = ByteBuffer.wrap(latin1("\0\0\1\0\1\0\0\20"));
    assertEquals(Optional.of(new StatedSize(256, 16)), StatedSize.of(MediaType.ICO, wide));
    assertEquals(Optional.empty(), StatedSize.of(MediaType.ICO, wide.slice(0, 7)));
  }

  @Test
  void sidesOfNothingAndBoxesOfNothingSayNothing() {
    for (Map<byte[], MediaType> files : List.of(files(0, 200), files(300, 0))) {
      files.forEach(
          (file, type) ->
              assertEquals(Optional.empty(), StatedSize.of(type, ByteBuffer.wrap(file))));
    }
    ByteBuffer huge = ByteBuffer.wrap(codestream(300, 200)).putInt(8, -1);
    assertEquals(Optional.empty(), StatedSize.of(MediaType.JPEG_2000, huge));
    ByteBuffer endless = ByteBuffer.wrap(jp2(300, 200)).putInt(12, 7);
    assertEquals(Optional.empty(), StatedSize.of(MediaType.JPEG_2000, endless));
    ByteBuffer other = ByteBuffer.wrap(jp2(300, 200)).putInt(44, 0);
    assertEquals(Optional.empty(), StatedSize.of(MediaType.JPEG_2000, other));
    assertEquals(Optional.empty(), StatedSize.of(MediaType.AVIF, ByteBuffer.wrap(jp2(300, 200))));
  }

  @Property
  void anyBytesHaveASizeOrNone(@ForAll @Size(max = 80) byte[] bytes) {
    for (MediaType type : MediaType.values()) {
      StatedSize.of(type, ByteBuffer.wrap(bytes))
          .ifPresent(size -> assertTrue(size.width() > 0 && size.height() > 0));
    }
  }
}
