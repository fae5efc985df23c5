package io.pcr.writer.internal.encode;

import static io.pcr.writer.internal.encode.EncodedSamples.behind;
import static io.pcr.writer.internal.encode.EncodedSamples.encode;
import static io.pcr.writer.internal.encode.EncodedSamples.file;
import static io.pcr.writer.internal.encode.EncodedSamples.restored;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.reject.RejectReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JPEGs with something in front of them, under the name of a JPEG. */
class LeadingBytesTest {
  /** Text, line ends, fill bytes, a whole segment, an end marker, as much as is looked through. */
  private static List<byte[]> leading() {
    byte[] most = new byte[MarkerScanner.MAX_LEADING_JUNK - 3];
    return List.of(
        "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8),
        new byte[] {'\n'},
        new byte[] {-1},
        new byte[] {-1, -1},
        new byte[] {-1, (byte) 0xda, 0, 4, 1, 2},
        new byte[] {-1, (byte) 0xc4, 0x7f, 0x7f},
        new byte[] {-1, (byte) 0xd9},
        most);
  }

  // Covers R-RESTORE-5
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.pcr.writer.internal.encode.ProgressiveEncoderTest#sound")
  void fileNamedAsAJpegWithSomethingInFrontOfOneComesBackWhole(String name, byte[] jpeg)
      throws Exception {
    EncodedSample plain = encode(EncodeSettings.DEFAULT, jpeg);
    for (byte[] leading : leading()) {
      byte[] file = behind(leading, jpeg);
      EncodedSample sample = encode(EncodeSettings.DEFAULT, "dir/k.JPG", file);
      assertTrue(sample.entry().source().flags().has(Fact.LEADING_BYTES));
      assertArrayEquals(file(plain), file(sample));
      assertArrayEquals(file, restored(sample));
      if (plain.restore().kind() == RestoreKind.RECIPE) {
        assertEquals(RestoreKind.RECIPE, sample.restore().kind());
      }
    }
  }

  // Covers R-RESTORE-10
  @Test
  void somethingInFrontOfADamagedOrAFinerJpegIsKeptToo() throws Exception {
    byte[] leading = {-1, (byte) 0xda, 0, 4, 1, 2};
    byte[] end = JpegFixtures.truncated(JpegFixtures.baseline(640, 480), 70);
    byte[] cut = behind(leading, end);
    EncodedSample damaged = encode(EncodeSettings.DEFAULT, "k.jpeg", cut);
    assertEquals(encode(EncodeSettings.DEFAULT, end).restore().kind(), damaged.restore().kind());
    assertArrayEquals(cut, restored(damaged));
    byte[] fine = behind(leading, JpegFixtures.baseline(64, 64));
    EncodedSample coarser =
        encode(EncodeSettings.builder().quality(OptionalInt.of(40)).build(), "k.jpeg", fine);
    SourceFlags flags = coarser.entry().source().flags();
    assertTrue(flags.has(Fact.REENCODED) && flags.has(Fact.LEADING_BYTES));
    assertArrayEquals(fine, restored(coarser));
  }

  @Test
  void whatOnlyLooksAsIfAJpegCameIsRejected() {
    byte[] jpeg = JpegFixtures.baseline(24, 24);
    byte[] tooMuch = new byte[MarkerScanner.MAX_LEADING_JUNK - 2];
    byte[] noJpeg = {'t', -1, (byte) 0xd8, -1, 'e', 'x', 't'};
    for (byte[] file : List.of(behind(tooMuch, jpeg), noJpeg, new byte[0])) {
      InputRejectedException e =
          assertThrows(
              InputRejectedException.class, () -> encode(EncodeSettings.DEFAULT, "k.jpg", file));
      assertEquals(RejectReason.NOT_AN_IMAGE, e.reject().reason());
    }
    assertThrows(
        InputRejectedException.class,
        () -> encode(EncodeSettings.DEFAULT, "k.txt", behind(new byte[1], jpeg)));
  }
}
