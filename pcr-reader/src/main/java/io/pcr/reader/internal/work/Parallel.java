package io.pcr.reader.internal.work;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Work on many items with a few threads. When a call returns, none of its threads is at work any
 * more, so that the caller can close what they used.
 */
public final class Parallel {
  /** Work on one of many. */
  public interface Action<T> {
    void on(int position, T item) throws IOException;
  }

  /** The work of one thread, with what it needs for all its items. */
  public interface Worker extends AutoCloseable {
    void on(int position) throws IOException;

    /** Called by the worker's thread after its last item. */
    @Override
    void close();
  }

  /** Makes the worker of a thread, on that thread. */
  public interface WorkerFactory {
    Worker make() throws IOException;
  }

  private final int count;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private Parallel(int count) {
    this.count = count;
  }

  /** As many threads as there are processors. */
  public static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /**
   * Does the work for every item, begun in order. After a failure nothing more is begun; the
   * failure that came first is thrown when all that was begun has ended.
   *
   * @throws InterruptedIOException when the calling thread is interrupted; its workers are too
   */
  public static <T> void forEach(List<T> items, int threads, Action<T> action) throws IOException {
    forEach(items.size(), threads, () -> new StatelessWorker<>(items, action));
  }

  /** Does the same for the positions {@code 0} to {@code count - 1}, with a worker per thread. */
  public static void forEach(int count, int threads, WorkerFactory workers) throws IOException {
    new Parallel(count).run(Math.max(1, Math.min(threads, count)), workers);
  }

  private record StatelessWorker<T>(List<T> items, Action<T> action) implements Worker {
    @Override
    public void on(int position) throws IOException {
      action.on(position, items.get(position));
    }

    @Override
    public void close() {}
  }

  private void run(int threads, WorkerFactory workers) throws IOException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int i = 0; i < threads; i++) {
        executor.execute(() -> work(workers));
      }
    } finally {
      executor.shutdown();
      await(executor);
    }
    rethrow(failure.get());
  }

  private void work(WorkerFactory workers) {
    try (Worker worker = workers.make()) {
      for (int i = next.getAndIncrement();
          i < count && failure.get() == null;
          i = next.getAndIncrement()) {
        worker.on(i);
      }
    } catch (IOException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private void await(ExecutorService executor) throws InterruptedIOException {
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
        failure.compareAndSet(null, e); // No worker begins another item.
        executor.shutdownNow();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static void rethrow(Throwable cause) throws IOException {
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
  }
}
