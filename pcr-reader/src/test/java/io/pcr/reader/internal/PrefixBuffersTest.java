package io.pcr.reader.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PrefixBuffersTest {
  private static final FieldLocation PLACE = new FieldLocation("Test.prefix", 0, "test");

  @Test
  void smallestIdleBufferThatFitsIsUsedAgain() throws PcrException {
    PrefixBuffers buffers = new PrefixBuffers(1 << 20);
    ByteBuffer small = buffers.take(10_000, PLACE);
    ByteBuffer large = buffers.take(100_000, PLACE);
    assertEquals(2, buffers.inUse());
    buffers.giveBack(large);
    buffers.giveBack(small);
    assertSame(small, buffers.take(9_000, PLACE));
    assertSame(large, buffers.take(20_000, PLACE));
  }

  @Test
  void idleBuffersNotUsedForLongestMakeRoomForOthers() throws PcrException {
    PrefixBuffers buffers = new PrefixBuffers(300_000);
    ByteBuffer old = buffers.take(200_000, PLACE);
    ByteBuffer recent = buffers.take(250_000, PLACE);
    buffers.giveBack(old);
    buffers.giveBack(recent);
    assertSame(recent, buffers.take(1, PLACE));
    assertNotSame(old, buffers.take(200_000, PLACE));
    assertEquals(2, buffers.inUse());
  }

  @Test
  void bufferLargerThanAllThatMayBeIdleIsNotKept() throws PcrException {
    PrefixBuffers buffers = new PrefixBuffers(10_000);
    ByteBuffer large = buffers.take(50_000, PLACE);
    buffers.giveBack(large);
    assertNotSame(large, buffers.take(50_000, PLACE));
  }

  // Touches as many bytes as the JVM may have.
  @Test
  @Tag("long")
  void memoryThatIsNotThereIsALimitNotAnError() throws PcrException {
    PrefixBuffers buffers = new PrefixBuffers(1 << 20);
    ByteBuffer first = buffers.take(1 << 30, PLACE);
    PcrException.LimitExceeded e =
        assertThrows(
            PcrException.LimitExceeded.class, () -> buffers.take(Integer.MAX_VALUE - 8, PLACE));
    assertTrue(e.getMessage().contains("Test.prefix"), e.getMessage());
    buffers.giveBack(first);
    assertEquals(0, buffers.inUse());
  }
}
