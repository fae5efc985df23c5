package io.pcr.writer.internal.pipeline;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Writes one shard while the next is gathered. Whoever hands over a shard waits for the one before
 * it, so that never more than two are in memory.
 *
 * <p>For one submitting thread. Closing waits for the shard that is being written.
 */
final class ShardSpooler implements Closeable {
  /** Writes one shard and notes it. */
  interface Writing {
    void run() throws IOException;
  }

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread writer = new Thread(work, "pcr-write");
            writer.setDaemon(true);
            return writer;
          });

  private Future<?> current;

  /** Begins to write a shard once the one before is written. */
  void submit(Writing writing) throws IOException, InterruptedException {
    await();
    current =
        thread.submit(
            () -> {
              writing.run();
              return null;
            });
  }

  /** Waits until all shards are written. */
  void await() throws IOException, InterruptedException {
    if (current == null) {
      return;
    }
    Future<?> awaited = current;
    current = null;
    try {
      awaited.get();
    } catch (ExecutionException e) {
      throw TaskFailure.of(e, "writing a shard");
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    boolean interrupted = false;
    while (!thread.isTerminated()) {
      try {
        thread.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
