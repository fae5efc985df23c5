package io.pcr.advisor.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs measurements at the same time, each on a thread of its own. */
final class Threads {
  private Threads() {}

  /**
   * Waits for all of them.
   *
   * @throws MeasurementException when one failed; the cause is the first failure
   */
  static <T> List<T> run(List<Callable<T>> tasks) throws InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, tasks.size()),
            work -> {
              Thread thread = new Thread(work, "pcr-advisor");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(tasks)) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new MeasurementException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
