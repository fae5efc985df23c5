package io.pcr.reader.internal.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every byte source keeps, run over each of them. */
public abstract class ByteSourceContract {
  /** Not a multiple of any block or buffer, and more than one of the sources' own buffers. */
  private static final int LENGTH = 1_200_007;

  private static final byte[] CONTENT = content();

  private ByteSource source;

  private static byte[] content() {
    byte[] bytes = new byte[LENGTH];
    new Random(42).nextBytes(bytes);
    return bytes;
  }

  /** A source of exactly these bytes; closed by the test. */
  protected abstract ByteSource open(byte[] content) throws IOException;

  @BeforeEach
  final void openSource() throws IOException {
    source = open(CONTENT);
  }

  @AfterEach
  final void closeSource() throws IOException {
    source.close();
  }

  @Test
  void lengthIsThatOfTheContent() throws IOException {
    assertEquals(LENGTH, source.length());
  }

  @Test
  void readWithoutAskingForTheLengthFirst() throws IOException {
    assertRange(source, 0, 100, ByteBuffer.allocate(100));
    assertEquals(LENGTH, source.length());
  }

  @Test
  void everythingInOneRead() throws IOException {
    assertRange(source, 0, LENGTH, ByteBuffer.allocate(LENGTH));
    assertRange(source, 0, LENGTH, ByteBuffer.allocateDirect(LENGTH));
    // Slicing to an alignment can cost up to a block at either end.
    ByteBuffer aligned = ByteBuffer.allocateDirect(LENGTH + 2 * 4096).alignedSlice(4096);
    assertRange(source, 0, LENGTH, aligned);
  }

  @Test
  void anyRangeIntoAnyBuffer() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 150; i++) {
      int bound = 1 << random.nextInt(21);
      int length = Math.min(LENGTH, random.nextInt(bound) + 1);
      long position = random.nextInt(LENGTH - length + 1);
      if (random.nextBoolean()) {
        position -= position % 4096;
      }
      int offset = random.nextInt(9);
      ByteBuffer whole =
          random.nextBoolean()
              ? ByteBuffer.allocate(length + offset)
              : ByteBuffer.allocateDirect(length + offset);
      assertRange(source, position, length, whole.position(offset).slice());
    }
  }

  @Test
  void onlyTheRemainingPartOfTheBufferIsWritten() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(300).position(100).limit(200);
    source.readFully(5000, buffer);
    assertEquals(200, buffer.position());
    assertEquals(200, buffer.limit());
    byte[] expected = new byte[300];
    System.arraycopy(CONTENT, 5000, expected, 100, 100);
    assertArrayEquals(expected, buffer.array());
  }

  @Test
  void lastByteAndEmptyReadAtTheEnd() throws IOException {
    assertRange(source, LENGTH - 1, 1, ByteBuffer.allocate(1));
    source.readFully(LENGTH, ByteBuffer.allocate(0));
    source.readFully(0, ByteBuffer.allocate(0));
  }

  @Test
  void readBeyondTheEndNamesTheSourceAndWhatWasThere() {
    for (long position : new long[] {LENGTH - 5, LENGTH, LENGTH + 100L, Long.MAX_VALUE - 20}) {
      PcrException.Truncated e =
          assertThrows(
              PcrException.Truncated.class,
              () -> source.readFully(position, ByteBuffer.allocate(10)));
      assertTrue(e.getMessage().contains(source.toString()), e.getMessage());
      assertEquals(position, e.offset());
      assertEquals("10", e.computed());
      assertEquals(Long.toString(Math.max(0, LENGTH - position)), e.stored());
    }
  }

  @Test
  void readBeyondTheEndAsTheFirstThing() throws IOException {
    try (ByteSource fresh = open(CONTENT)) {
      assertThrows(
          PcrException.Truncated.class, () -> fresh.readFully(LENGTH - 5, ByteBuffer.allocate(10)));
      assertThrows(
          PcrException.Truncated.class, () -> fresh.readFully(LENGTH, ByteBuffer.allocate(10)));
      assertRange(fresh, 7, 10, ByteBuffer.allocate(10));
    }
  }

  @Test
  void negativePositionIsTheCallersMistake() {
    assertThrows(
        IllegalArgumentException.class, () -> source.readFully(-1, ByteBuffer.allocate(1)));
  }

  @Test
  void readOnlyBufferIsTheCallersMistake() {
    ByteBuffer readOnly = ByteBuffer.allocate(10).asReadOnlyBuffer();
    RuntimeException e = assertThrows(RuntimeException.class, () -> source.readFully(0, readOnly));
    assertTrue(
        e instanceof ReadOnlyBufferException || e instanceof IllegalArgumentException,
        e.toString());
  }

  @Test
  void sliceReadsItsRangeAndNamesItsParent() throws IOException {
    ByteSource slice = source.slice(1000, 500);
    assertEquals(500, slice.length());
    ByteBuffer buffer = ByteBuffer.allocate(500);
    slice.readFully(0, buffer);
    assertArrayEquals(Arrays.copyOfRange(CONTENT, 1000, 1500), buffer.array());
    assertTrue(slice.toString().startsWith(source.toString()), slice.toString());
    PcrException.Truncated e =
        assertThrows(
            PcrException.Truncated.class, () -> slice.readFully(495, ByteBuffer.allocate(6)));
    assertTrue(e.getMessage().contains(slice.toString()), e.getMessage());
    slice.close();
    assertRange(source, 0, 10, ByteBuffer.allocate(10));
  }

  @Test
  void manyThreadsReadAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        readers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    int length = random.nextInt(100_000) + 1;
                    long position = random.nextInt(LENGTH - length + 1);
                    assertRange(source, position, length, ByteBuffer.allocateDirect(length));
                  }
                  return null;
                }));
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void interruptedReaderHarmsNobodyElse() throws Exception {
    Thread interrupted =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              try {
                assertRange(source, 0, 1000, ByteBuffer.allocateDirect(1000));
              } catch (IOException e) {
                assertTrue(Thread.currentThread().isInterrupted(), "the interrupt was swallowed");
              }
            });
    List<Throwable> failures = new ArrayList<>();
    interrupted.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    interrupted.start();
    interrupted.join();
    assertEquals(List.of(), failures);
    assertRange(source, 0, 1000, ByteBuffer.allocateDirect(1000));
    assertRange(source, 777, 1000, ByteBuffer.allocate(1000));
  }

  @Test
  void closedSourceIsClosedForReadersAndClosesAgain() throws IOException {
    assertRange(source, 0, 10, ByteBuffer.allocate(10));
    source.close();
    source.close();
    AlreadyClosedException e =
        assertThrows(
            AlreadyClosedException.class, () -> source.readFully(0, ByteBuffer.allocate(10)));
    assertTrue(e.getMessage().contains(source.toString()), e.getMessage());
  }

  private static void assertRange(ByteSource from, long position, int length, ByteBuffer buffer)
      throws IOException {
    buffer.clear().limit(length);
    from.readFully(position, buffer);
    assertEquals(length, buffer.position());
    byte[] actual = new byte[length];
    buffer.flip().get(actual);
    assertArrayEquals(
        Arrays.copyOfRange(CONTENT, (int) position, (int) position + length),
        actual,
        () -> length + " bytes at " + position);
  }
}
