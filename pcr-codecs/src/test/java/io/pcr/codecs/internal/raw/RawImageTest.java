package io.pcr.codecs.internal.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawImageTest {
  private static byte[] file(String header, int bytes) {
    byte[] head = header.getBytes(StandardCharsets.US_ASCII);
    byte[] file = Arrays.copyOf(head, head.length + bytes);
    for (int i = head.length; i < file.length; i++) {
      file[i] = (byte) (7 * i);
    }
    return file;
  }

  // Covers R-LIQUID-4
  @Test
  void pixelsAreTheLastBytesOfTheFile() throws PcrException {
    for (PixelFormat format : PixelFormat.values()) {
      int bytes = 6 * format.channels();
      byte[] file = file((format == PixelFormat.GREY ? "P5" : "P6") + "\n3 2\n255\n", bytes);
      ByteBuffer within = ByteBuffer.allocate(file.length + 10).position(4).put(file).flip();
      RawImage image = RawImage.of(within.position(4), 3, 2, "a");
      assertEquals(format, image.format());
      assertEquals(ByteBuffer.wrap(file, file.length - bytes, bytes), image.pixels());
      assertTrue(image.pixels().isReadOnly());
      assertEquals(4, within.position());
    }
  }

  // Covers R-LIQUID-4
  @ParameterizedTest
  @ValueSource(
      strings = {
        "P6\n3  2\n255\n",
        "P6 3 2 255\n",
        "P6\r\n3 2\n255\n",
        "P6\n03 2\n255\n",
        "P6\n# c\n3 2\n255\n",
        "P6\n3 2\n255 ",
        "P6\n3 2\n254\n",
        "P6\n2 3\n255\n",
        "P4\n3 2\n255\n",
        "p6\n3 2\n255\n",
        "P6\n3 2\n65535\n"
      })
  void everyOtherFormIsRefused(String header) {
    byte[] file = file(header, 18);
    PcrException e =
        assertThrows(
            PcrException.class, () -> RawImage.of(ByteBuffer.wrap(file), 3, 2, "shard: key"));
    assertSame(PcrException.Corrupt.class, e.getClass());
    assertTrue(e.getMessage().contains("shard: key"), e.getMessage());
  }

  @Test
  void pixelsTooFewOrTooManyOrOfNoSizeAreRefused() {
    String header = "P6\n3 2\n255\n";
    for (int bytes : new int[] {0, 17, 19}) {
      byte[] file = file(header, bytes);
      assertThrows(PcrException.class, () -> RawImage.of(ByteBuffer.wrap(file), 3, 2, "a"));
    }
    byte[] whole = file(header, 18);
    for (int cut = 0; cut < header.length(); cut++) {
      ByteBuffer start = ByteBuffer.wrap(whole, 0, cut);
      assertThrows(PcrException.class, () -> RawImage.of(start, 3, 2, "a"));
    }
    for (int[] size : new int[][] {{0, 2}, {3, -1}, {Integer.MAX_VALUE, Integer.MAX_VALUE}}) {
      ByteBuffer file = ByteBuffer.wrap(whole);
      assertThrows(PcrException.class, () -> RawImage.of(file, size[0], size[1], "a"));
    }
  }
}
