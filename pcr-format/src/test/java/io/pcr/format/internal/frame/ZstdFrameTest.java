package io.pcr.format.internal.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdCompressCtx;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ZstdFrameTest {
  private static final Origin ORIGIN = new Origin("f", 5);

  private static byte[] decompress(byte[] frame, long limit) throws IOException {
    return ZstdFrame.decompress(
        ByteBuffer.wrap(frame), Limit.METADATA_BYTES, limit, "Test", ORIGIN);
  }

  private static PcrException refusal(byte[] frame) {
    PcrException e = assertThrows(PcrException.class, () -> decompress(frame, 1 << 20));
    assertEquals(5, e.offset());
    return e;
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  @Property(tries = 100)
  void anyContentComesBackAtAnyLevel(
      @ForAll byte[] content, @ForAll @IntRange(min = 1, max = 19) int level) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(content);
    assertArrayEquals(content, decompress(ZstdFrame.compress(buffer, level), 1 << 20));
    assertArrayEquals(content, decompress(ZstdFrame.compressTables(buffer), 1 << 20));
  }

  @Test
  void longContentOfAnyKindComesBack() throws IOException {
    byte[] content = new byte[900_000];
    new Random(1).nextBytes(content);
    Arrays.fill(content, 100_000, 700_000, (byte) 7);
    assertArrayEquals(
        content, decompress(ZstdFrame.compressTables(ByteBuffer.wrap(content)), 1 << 20));
  }

  // Covers R-ZSTD-1
  @Test
  void frameFillsItsBytesExactly() {
    byte[] frame = ZstdFrame.compress(ByteBuffer.wrap(new byte[100]), 3);
    assertEquals(ErrorCode.MALFORMED, refusal(join(frame, new byte[1])).code());
    assertEquals(ErrorCode.MALFORMED, refusal(join(frame, frame)).code());
    for (int length = 0; length < frame.length; length++) {
      assertEquals(ErrorCode.MALFORMED, refusal(Arrays.copyOf(frame, length)).code());
    }
    byte[] skippable = hex("50 2A 4D 18 01 00 00 00 00");
    assertEquals(ErrorCode.MALFORMED, refusal(skippable).code());
    assertEquals(ErrorCode.MALFORMED, refusal(join(skippable, frame)).code());
  }

  // Covers R-ZSTD-2
  @Test
  void contentSizeIsStatedAndBoundedBeforeAnythingIsAllocated() {
    byte[] unstated = new ZstdCompressCtx().setContentSize(false).compress(new byte[5000]);
    assertEquals(ErrorCode.MALFORMED, refusal(unstated).code());
    byte[] frame = ZstdFrame.compress(ByteBuffer.wrap(new byte[5000]), 3);
    PcrException.LimitExceeded e =
        assertThrows(PcrException.LimitExceeded.class, () -> decompress(frame, 4999));
    assertEquals(5000, e.needed());
    // Eight bytes of content size, single segment, one empty raw block.
    PcrException huge = refusal(hex("28 B5 2F FD E0 FF FF FF FF FF FF FF FF 01 00 00"));
    assertEquals(ErrorCode.LIMIT_EXCEEDED, huge.code());
    assertEquals("18446744073709551615", huge.stored());
    // One RLE block of 131,072 zeros; the content size says as much, then one more.
    String block = "00 03 00 10 00";
    assertDoesNotThrow(() -> decompress(hex("28 B5 2F FD A0 00 00 02 " + block), 1 << 20));
    PcrException more = refusal(hex("28 B5 2F FD A0 01 00 02 " + block));
    assertEquals(ErrorCode.MALFORMED, more.code());
  }

  // Covers R-ZSTD-3
  @Test
  void windowAndDictionaryAreRefused() {
    // Window descriptor F8: 2^41 bytes.
    PcrException window = refusal(hex("28 B5 2F FD 80 F8 00 00 00 00 01 00 00"));
    assertEquals(ErrorCode.LIMIT_EXCEEDED, window.code());
    assertEquals("Test.window_size", window.field());
    PcrException dictionary = refusal(hex("28 B5 2F FD 21 05 00 01 00 00"));
    assertEquals(ErrorCode.MALFORMED, dictionary.code());
    assertEquals("Test.descriptor", dictionary.field());
    PcrException reserved = refusal(hex("28 B5 2F FD 28 00 01 00 00"));
    assertEquals("Test.descriptor", reserved.field());
    PcrException type = refusal(hex("28 B5 2F FD 20 00 07 00 00"));
    assertEquals("Test.block_header", type.field());
  }

  // Covers R-ZSTD-4
  @Test
  void checksumOfTheFrameIsAcceptedAndNotWritten() throws IOException {
    byte[] content = new byte[1000];
    new Random(2).nextBytes(content);
    byte[] with = new ZstdCompressCtx().setChecksum(true).compress(content);
    byte[] without = ZstdFrame.compress(ByteBuffer.wrap(content), 3);
    assertEquals(with.length, without.length + Integer.BYTES);
    assertArrayEquals(content, decompress(with, 1000));
    with[with.length - 1] ^= 1;
    assertEquals(ErrorCode.MALFORMED, refusal(with).code());
  }

  // Covers R-RESTORE-6
  @Test
  void differenceReachesOverTheWholeBase() throws IOException {
    byte[] base = new byte[3_000_000];
    new Random(3).nextBytes(base);
    byte[] content = join(Arrays.copyOf(base, 1000), new byte[10], base);
    byte[] frame = ZstdFrame.compressAgainst(base, ByteBuffer.wrap(content), 9);
    assertTrue(frame.length < 2000, frame.length + " bytes");
    ZstdFrame.Bounds bounds = new ZstdFrame.Bounds(Limit.SLICE_BYTES, 1 << 23, "Test", ORIGIN);
    assertArrayEquals(content, ZstdFrame.decompressAgainst(base, ByteBuffer.wrap(frame), bounds));
    byte[] other = base.clone();
    other[2_000_000] ^= 1;
    byte[] wrong = ZstdFrame.decompressAgainst(other, ByteBuffer.wrap(frame), bounds);
    assertTrue(Arrays.mismatch(content, wrong) > 0);
  }
}
