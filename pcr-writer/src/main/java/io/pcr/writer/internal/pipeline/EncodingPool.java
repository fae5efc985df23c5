package io.pcr.writer.internal.pipeline;

import io.pcr.writer.internal.encode.EncodedSample;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * Threads that encode inputs side by side. What they have in hand is bounded by whoever submits.
 *
 * <p>For one submitting thread. Closing stops the threads and waits for them.
 *
 * @param <T> what an input is
 */
final class EncodingPool<T> implements Closeable {
  /** An input on its way. */
  final class Job {
    private final T input;
    private final long number;
    private final FutureTask<EncodedSample> task = new FutureTask<>(this::run);
    private EncodingWorker<T> worker;

    private Job(T input, long number) {
      this.input = input;
      this.number = number;
    }

    private EncodedSample run() throws IOException {
      return worker.encode(input, number);
    }

    private void runWith(EncodingWorker<T> by) {
      worker = by;
      task.run();
      worker = null;
    }

    /** Waits for the sample. */
    EncodedSample await() throws IOException, InterruptedException {
      try {
        return task.get();
      } catch (ExecutionException e) {
        throw TaskFailure.of(e, "encoding " + input);
      }
    }
  }

  private final LinkedBlockingQueue<Job> queue = new LinkedBlockingQueue<>();
  private final Job stop = new Job(null, 0);
  private final List<Thread> threads = new ArrayList<>();

  EncodingPool(int threadCount, Supplier<? extends EncodingWorker<T>> workers) {
    for (int i = 0; i < threadCount; i++) {
      EncodingWorker<T> worker = workers.get();
      Thread thread = new Thread(() -> work(worker), "pcr-encode-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void work(EncodingWorker<T> worker) {
    try (worker) {
      for (Job job = queue.take(); job != stop; job = queue.take()) {
        job.runWith(worker);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new IllegalStateException("closing an encoder", e);
    }
  }

  Job submit(T input, long number) {
    Job job = new Job(input, number);
    queue.add(job);
    return job;
  }

  /** Threads are not interrupted: that would close the files which they share. */
  @Override
  public void close() {
    queue.clear();
    threads.forEach(thread -> queue.add(stop));
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
