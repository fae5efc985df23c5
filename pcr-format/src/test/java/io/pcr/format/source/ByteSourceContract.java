package io.pcr.format.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every byte source promises; one subclass per implementation. */
abstract class ByteSourceContract {
  private static final byte[] CONTENT = new byte[100_000];

  static {
    new Random(1).nextBytes(CONTENT);
  }

  private ByteSource source;

  abstract ByteSource open(byte[] content) throws IOException;

  @BeforeEach
  void openSource() throws IOException {
    source = open(CONTENT);
  }

  @AfterEach
  void closeSource() throws IOException {
    source.close();
  }

  private static byte[] read(ByteSource from, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    from.readFully(position, ByteBuffer.wrap(bytes));
    return bytes;
  }

  @Test
  void readsAnyRange() throws IOException {
    assertEquals(CONTENT.length, source.length());
    assertArrayEquals(CONTENT, read(source, 0, CONTENT.length));
    assertArrayEquals(Arrays.copyOfRange(CONTENT, 777, 1777), read(source, 777, 1000));
    assertEquals(0, read(source, CONTENT.length, 0).length);
  }

  @Test
  void fillsOnlyTheRemainingPartOfTheBuffer() throws IOException {
    ByteBuffer dst = ByteBuffer.allocateDirect(10).position(2).limit(6);
    source.readFully(5, dst);
    assertEquals(6, dst.position());
    assertEquals(0, dst.get(1));
    assertEquals(CONTENT[5], dst.get(2));
    dst.limit(10);
    assertEquals(0, dst.get(6));
  }

  @Test
  void readBeyondTheEndSaysHowMuchIsThere() {
    PcrException.Truncated e =
        assertThrows(PcrException.Truncated.class, () -> read(source, CONTENT.length - 4L, 5));
    assertEquals(ErrorCode.TRUNCATED, e.code());
    assertEquals("5", e.computed());
    assertEquals("4", e.stored());
    assertEquals(CONTENT.length - 4, e.offset());
    assertTrue(e.getMessage().contains(source.toString()), e.getMessage());
    assertThrows(PcrException.Truncated.class, () -> read(source, Long.MAX_VALUE, 1));
    assertThrows(PcrException.Truncated.class, () -> read(source, CONTENT.length + 1L, 0));
    assertThrows(IllegalArgumentException.class, () -> read(source, -1, 1));
  }

  @Test
  void sliceReadsItsRangeAndNamesItsParent() throws IOException {
    ByteSource slice = source.slice(100, 50);
    assertEquals(50, slice.length());
    assertArrayEquals(Arrays.copyOfRange(CONTENT, 110, 150), read(slice, 10, 40));
    assertEquals(source + "[100+50]", slice.toString());
    assertThrows(PcrException.Truncated.class, () -> read(slice, 10, 41));
    assertThrows(IndexOutOfBoundsException.class, () -> source.slice(1, CONTENT.length));
    assertThrows(IndexOutOfBoundsException.class, () -> source.slice(-1, 1));
    slice.close();
    assertArrayEquals(Arrays.copyOfRange(CONTENT, 100, 150), read(slice, 0, 50));
  }

  @Test
  void manyThreadsReadAtOnce() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      Callable<Void> task =
          () -> {
            for (int at = 0; at < 90_000; at += 997) {
              assertArrayEquals(Arrays.copyOfRange(CONTENT, at, at + 5000), read(source, at, 5000));
            }
            return null;
          };
      for (Future<Void> done : pool.invokeAll(List.of(task, task, task, task))) {
        done.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void closedSourceIsClosedForReaders() throws IOException {
    source.close();
    source.close();
    AlreadyClosedException e = assertThrows(AlreadyClosedException.class, () -> read(source, 0, 1));
    assertEquals(source + " is closed", e.getMessage());
  }
}
