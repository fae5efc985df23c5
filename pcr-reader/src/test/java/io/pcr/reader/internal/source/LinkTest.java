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
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LinkTest {
  private static final ByteBuffer BYTES = ByteBuffer.allocate(2_000_000);

  private static final long MILLI = 1_000_000;

  /** A clock that only sleeping moves. */
  private static class Clock implements Link.Time {
    long now;

    @Override
    public long now() {
      return now;
    }

    @Override
    public void sleepUntil(long nanos) {
      now = Math.max(now, nanos);
    }
  }

  private static ByteSource behind(Link link) {
    return link.to(new MemoryByteSource("far away", BYTES));
  }

  @Test
  void bytesTakeTheirTime() throws IOException {
    Clock clock = new Clock();
    ByteSource source = behind(new Link(10e6, Duration.ZERO, clock));
    source.readFully(0, ByteBuffer.allocate(2_000_000));
    assertEquals(200 * MILLI, clock.now);
  }

  @Test
  void everyReadWaitsForItsLatency() throws IOException {
    Clock clock = new Clock();
    ByteSource source = behind(new Link(1e9, Duration.ofMillis(20), clock));
    for (int i = 0; i < 5; i++) {
      source.readFully(i, ByteBuffer.allocate(1));
    }
    assertEquals(100 * MILLI, clock.now);
  }

  /** All begin at once: the one that is served last waits for the bytes of all. */
  @Test
  void readersShareTheRate() throws Exception {
    AtomicLong last = new AtomicLong();
    Clock standing =
        new Clock() {
          @Override
          public void sleepUntil(long nanos) {
            last.accumulateAndGet(nanos, Math::max);
          }
        };
    Link link = new Link(20e6, Duration.ZERO, standing);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
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
      assertEquals(300 * MILLI, last.get(), "6 MB at 20 MB/s");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void idleLinkSavesUpNoMoreThanABurst() throws Exception {
    Clock clock = new Clock();
    ByteSource source = behind(new Link(10e6, Duration.ZERO, clock));
    clock.now = 200 * MILLI;
    source.readFully(0, ByteBuffer.allocate(1_000_000));
    assertEquals(290 * MILLI, clock.now, "a burst of 10 ms");
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
}
