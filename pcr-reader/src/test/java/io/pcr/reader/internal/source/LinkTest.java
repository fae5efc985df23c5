package io.pcr.reader.internal.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class LinkTest {
  private static final ByteBuffer BYTES = ByteBuffer.allocate(2_000_000);

  private static ByteSource behind(Link link) {
    return link.to(new MemoryByteSource("far away", BYTES));
  }

  @Test
  void bytesTakeTheirTime() throws IOException {
    ByteSource source = behind(new Link(10e6, Duration.ZERO));
    assertTrue(seconds(() -> source.readFully(0, ByteBuffer.allocate(2_000_000))) >= 0.18);
  }

  @Test
  void everyReadWaitsForItsLatency() throws IOException {
    ByteSource source = behind(new Link(1e9, Duration.ofMillis(20)));
    double seconds =
        seconds(
            () -> {
              for (int i = 0; i < 5; i++) {
                source.readFully(i, ByteBuffer.allocate(1));
              }
            });
    assertTrue(seconds >= 0.1, seconds + " s");
  }

  @Test
  void readersShareTheRate() throws Exception {
    Link link = new Link(20e6, Duration.ZERO);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      long start = System.nanoTime();
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        ByteSource source = behind(link);
        readers.add(
            threads.submit(
                () -> {
                  source.readFully(0, ByteBuffer.allocate(2_000_000));
                  return null;
                }));
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
      assertTrue(System.nanoTime() - start >= 280_000_000L, "6 MB at 20 MB/s");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void idleLinkSavesUpNoMoreThanABurst() throws Exception {
    ByteSource source = behind(new Link(10e6, Duration.ZERO));
    Thread.sleep(200);
    assertTrue(seconds(() -> source.readFully(0, ByteBuffer.allocate(1_000_000))) >= 0.08);
  }

  @Test
  void interruptedWaitEndsTheRead() {
    ByteSource source = behind(new Link(1000, Duration.ZERO));
    Thread.currentThread().interrupt();
    assertThrows(
        InterruptedIOException.class, () -> source.readFully(0, ByteBuffer.allocate(1_000_000)));
    assertTrue(Thread.interrupted());
  }

  @Test
  void senselessLinksAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Link(0, Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> new Link(Double.NaN, Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> new Link(1, Duration.ofMillis(-1)));
  }

  @Test
  void recordedReadsAreThoseAskedFor() throws IOException {
    RecordingByteSource source = new RecordingByteSource(new MemoryByteSource("recorded", BYTES));
    source.readFully(5, ByteBuffer.allocate(10));
    source.readFully(0, ByteBuffer.allocate(1));
    assertEquals(
        List.of(new RecordingByteSource.Read(5, 10), new RecordingByteSource.Read(0, 1)),
        source.reads());
    assertEquals(11, source.bytes());
    source.clear();
    assertEquals(0, source.bytes());
  }

  private interface Reading {
    void run() throws IOException;
  }

  private static double seconds(Reading reading) throws IOException {
    long start = System.nanoTime();
    reading.run();
    return (System.nanoTime() - start) / 1e9;
  }
}
