package io.pcr.format.internal.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames put together byte by byte, as RFC 8878 section 3.1.1 has them. */
class ZstdHeaderTest {
  private static final int MAGIC = 0xFD2FB528;
  private static final int SINGLE_SEGMENT = 1 << 5;
  private static final int CHECKSUM = 1 << 2;
  private static final long LIMIT = 1 << 20;
  private static final Origin ORIGIN = new Origin("frame", 0);

  private final ByteBuffer frame = ByteBuffer.allocate(400_000).order(ByteOrder.LITTLE_ENDIAN);

  private ZstdHeaderTest begin(int descriptor, int... bytes) {
    frame.clear().putInt(MAGIC).put((byte) descriptor);
    for (int b : bytes) {
      frame.put((byte) b);
    }
    return this;
  }

  private ZstdHeaderTest block(boolean isLast, int type, int size, int stored) {
    int header = size << 3 | type << 1 | (isLast ? 1 : 0);
    frame.putShort((short) header).put((byte) (header >>> 16));
    frame.position(frame.position() + stored);
    return this;
  }

  private byte[] decompress() throws PcrException {
    byte[] bytes = Arrays.copyOf(frame.array(), frame.position());
    return ZstdFrame.decompress(
        ByteBuffer.wrap(bytes), Limit.METADATA_BYTES, LIMIT, "Frame", ORIGIN);
  }

  private PcrException refusal() {
    return assertThrows(PcrException.class, this::decompress);
  }

  // Covers R-ZSTD-3
  @Test
  void windowOfAnyDescriptorUpTo128MiBIsTaken() throws PcrException {
    for (int descriptor = 0; descriptor < 256; descriptor++) {
      // A content size of eight bytes, 0; a raw block without bytes.
      begin(3 << 6, descriptor, 0, 0, 0, 0, 0, 0, 0, 0).block(true, 0, 0, 0);
      long base = 1L << (10 + descriptor / 8);
      long window = base + base / 8 * (descriptor % 8);
      if (window <= 1L << 27) {
        assertEquals(0, decompress().length);
      } else {
        PcrException.LimitExceeded e =
            assertThrows(PcrException.LimitExceeded.class, this::decompress);
        assertEquals(window, e.needed());
        assertEquals("Frame.window_size", e.field());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 255",
    "1, 2, 256",
    "1, 2, 65791",
    "2, 4, 65792",
    "2, 4, 1048576",
    "3, 8, 0",
    "0, 1, 0"
  })
  void contentSizeOfEachWidthIsRead(int flag, int width, int size) throws PcrException {
    begin(flag << 6 | SINGLE_SEGMENT);
    long stored = flag == 1 ? size - 256 : size;
    for (int i = 0; i < width; i++) {
      frame.put((byte) (stored >>> (8 * i)));
    }
    // Runs of at most 128 KiB of one byte.
    int rest = size;
    while (rest > 1 << 17) {
      block(false, 1, 1 << 17, 1);
      rest -= 1 << 17;
    }
    block(true, 1, rest, 1);
    assertEquals(size, decompress().length);
  }

  // Covers R-ZSTD-2
  @Test
  void contentBeyondTheLimitOrTheBlocksIsRefusedBeforeItIsAllocated() {
    begin(2 << 6 | SINGLE_SEGMENT, 1, 0, 0x10, 0).block(true, 1, 1, 1);
    assertEquals(ErrorCode.LIMIT_EXCEEDED, refusal().code());
    begin(3 << 6 | SINGLE_SEGMENT, 0, 0, 0, 0, 0, 0, 0, 0x80).block(true, 1, 1, 1);
    assertEquals(ErrorCode.LIMIT_EXCEEDED, refusal().code());
    begin(SINGLE_SEGMENT, 9).block(false, 0, 4, 4).block(true, 1, 4, 1);
    PcrException e = refusal();
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("9", e.stored());
    assertEquals("at most 8", e.computed());
  }

  @Test
  void frameThatHoldsLessThanItSaysIsRefused() {
    begin(SINGLE_SEGMENT, 7).block(false, 0, 4, 4).block(true, 1, 4, 1);
    assertEquals(PcrException.Corrupt.class, refusal().getClass());
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2", "2, 4", "3, 8"})
  void headerCutAnywhereIsNone(int flag, int width) throws PcrException {
    begin(flag << 6 | SINGLE_SEGMENT | CHECKSUM, new int[width]).block(true, 0, 0, 0);
    int whole = frame.position();
    for (int length = 0; length < whole; length++) {
      frame.position(length);
      assertEquals(ErrorCode.MALFORMED, refusal().code(), length + " bytes");
    }
  }

  @Test
  void blockTypesSizesAndWhatFollowsAreChecked() {
    begin(SINGLE_SEGMENT, 1).block(true, 3, 1, 1);
    assertEquals("Frame.block_header", refusal().field());
    begin(SINGLE_SEGMENT, 1).block(true, 1, (1 << 17) + 1, 1);
    assertEquals("Frame.block_header", refusal().field());
    begin(SINGLE_SEGMENT, 1).block(true, 0, 2, 1);
    assertEquals("Frame.block", refusal().field());
    begin(SINGLE_SEGMENT, 1).block(true, 0, 1, 2);
    assertEquals("Frame.frame", refusal().field());
    begin(SINGLE_SEGMENT | CHECKSUM, 1).block(true, 0, 1, 4);
    assertEquals("Frame.content_checksum", refusal().field());
    begin(0, 0).block(true, 0, 0, 0);
    assertEquals("Frame.descriptor", refusal().field());
  }

  @Test
  void baseOfAFewBytesIsOneAndADictionaryIsNot() {
    assertEquals(true, ZstdFrame.isBase(new byte[] {0x37, (byte) 0xA4, 0x30}));
    assertEquals(false, ZstdFrame.isBase(new byte[] {0x37, (byte) 0xA4, 0x30, (byte) 0xEC}));
    assertEquals(true, ZstdFrame.isBase(new byte[] {0x38, (byte) 0xA4, 0x30, (byte) 0xEC}));
  }
}
