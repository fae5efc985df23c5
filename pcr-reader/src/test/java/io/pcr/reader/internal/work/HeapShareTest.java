package io.pcr.reader.internal.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeapShareTest {
  private static final long MIB = 1L << 20;

  @Test
  void whatIsHeldAtATimeNeverExceedsTheShareHoweverManyThreadsWant() throws IOException {
    HeapShare share = new HeapShare(8 * MIB);
    AtomicLong held = new AtomicLong();
    AtomicLong most = new AtomicLong();
    long each = 3 * MIB;
    Parallel.forEach(
        Collections.nCopies(200, each),
        8,
        (position, bytes) ->
            share.with(
                bytes,
                () -> {
                  most.accumulateAndGet(held.addAndGet(bytes), Math::max);
                  Arrays.fill(new byte[1 << 16], (byte) 1);
                  held.addAndGet(-bytes);
                }));
    assertTrue(most.get() <= 8 * MIB, most + " bytes at a time");
    assertEquals(8 * MIB, share.freeBytes());
  }

  @Test
  void itemLargerThanTheShareIsWorkedOnByItself() throws IOException {
    HeapShare share = new HeapShare(8 * MIB);
    share.with(100 * MIB, () -> assertEquals(0, share.freeBytes()));
    assertEquals(8 * MIB, share.freeBytes());
  }

  @Test
  void failureGivesItsPartBack() {
    HeapShare share = new HeapShare(8 * MIB);
    assertThrows(
        OutOfMemoryError.class,
        () ->
            share.with(
                MIB,
                () -> {
                  throw new OutOfMemoryError("of the test");
                }));
    assertEquals(8 * MIB, share.freeBytes());
  }
}
