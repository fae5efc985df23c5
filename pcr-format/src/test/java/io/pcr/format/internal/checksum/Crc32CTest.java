package io.pcr.format.internal.checksum;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Crc32CTest {
  // Covers R-CRC-1
  @Test
  void matchesTheValueKnownForTheDigits() {
    assertEquals(0xe3069283, Crc32C.of("123456789".getBytes(StandardCharsets.US_ASCII)));
    assertEquals(0, Crc32C.of(new byte[0]));
  }

  @Test
  void readsSeveralBuffersAsOneAndLeavesThemAsTheyWere() {
    ByteBuffer direct =
        ByteBuffer.allocateDirect(5).put("x1234".getBytes(StandardCharsets.US_ASCII));
    direct.flip().position(1);
    ByteBuffer readOnly = StandardCharsets.US_ASCII.encode("56789").asReadOnlyBuffer();
    assertEquals(0xe3069283, Crc32C.of(direct, readOnly));
    assertEquals(4, direct.remaining());
    assertEquals(5, readOnly.remaining());
  }
}
