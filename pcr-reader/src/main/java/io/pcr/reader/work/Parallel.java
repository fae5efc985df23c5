package io.pcr.reader.work;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Work on many things with a few threads. */
public final class Parallel {
  /** Work on one of many. */
  public interface Action<T> {
    void on(int position, T item) throws IOException;
  }

  private Parallel() {}

  /** As many threads as there are processors. */
  public static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /**
   * Does the work for every item, begun in order. After a failure nothing more is begun; the
   * failure that came first is thrown when all that was begun has ended.
   */
  public static <T> void forEach(List<T> items, int threads, Action<T> action) throws IOException {
    int workers = Math.max(1, Math.min(threads, items.size()));
    AtomicInteger next = new AtomicInteger();
    AtomicBoolean failed = new AtomicBoolean();
    ExecutorService executor = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> futures =
          IntStream.range(0, workers)
              .<Future<?>>mapToObj(
                  w ->
                      executor.submit(
                          () -> {
                            work(items, next, failed, action);
                            return null;
                          }))
              .toList();
      for (Future<?> future : futures) {
        await(future);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static <T> void work(
      List<T> items, AtomicInteger next, AtomicBoolean failed, Action<T> action)
      throws IOException {
    try {
      for (int i = next.getAndIncrement();
          i < items.size() && !failed.get();
          i = next.getAndIncrement()) {
        action.on(i, items.get(i));
      }
    } catch (IOException | RuntimeException | Error e) {
      failed.set(true);
      throw e;
    }
  }

  private static void await(Future<?> future) throws IOException {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof UncheckedIOException unchecked) {
        throw unchecked.getCause();
      }
      if (cause instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(cause);
    }
  }
}
