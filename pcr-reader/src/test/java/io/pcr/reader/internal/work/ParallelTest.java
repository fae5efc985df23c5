package io.pcr.reader.internal.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelTest {
  @Test
  void everyItemIsWorkedOnOnce() throws IOException {
    List<Integer> items = IntStream.range(0, 100).boxed().toList();
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    Parallel.forEach(items, 3, (position, item) -> assertTrue(seen.add(item)));
    assertEquals(Set.copyOf(items), seen);
  }

  @Test
  void failureIsThrownWhenAllThatWasBegunHasEnded() {
    IOException first = new IOException("first");
    CountDownLatch bothBegun = new CountDownLatch(2);
    CountDownLatch failing = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                Parallel.forEach(
                    List.of(0, 1, 2, 3),
                    2,
                    (position, item) -> {
                      bothBegun.countDown();
                      await(bothBegun);
                      if (item == 0) {
                        failing.countDown();
                        throw first;
                      }
                      await(failing);
                      for (int i = 0; i < 1000; i++) {
                        Thread.onSpinWait(); // The other one has failed long since.
                      }
                      ended.set(true);
                    }));
    assertSame(first, thrown);
    assertTrue(ended.get());
  }

  @Test
  void interruptionEndsTheWorkersBeforeItIsThrown() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean endedBefore = new AtomicBoolean();
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              assertThrows(
                  InterruptedIOException.class,
                  () ->
                      Parallel.forEach(
                          List.of(0),
                          1,
                          (position, item) -> {
                            begun.countDown();
                            try {
                              await(new CountDownLatch(1));
                            } finally {
                              ended.set(true);
                            }
                          }));
              endedBefore.set(ended.get());
              stillInterrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    begun.await();
    caller.interrupt();
    caller.join();
    assertTrue(endedBefore.get());
    assertTrue(stillInterrupted.get());
  }

  @Test
  void eachThreadClosesItsWorker() throws IOException {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger sum = new AtomicInteger();
    Parallel.forEach(
        50,
        4,
        () -> {
          open.incrementAndGet();
          return new Parallel.Worker() {
            @Override
            public void on(int position) {
              sum.addAndGet(position);
            }

            @Override
            public void close() {
              open.decrementAndGet();
            }
          };
        });
    assertEquals(49 * 50 / 2, sum.get());
    assertEquals(0, open.get());
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
