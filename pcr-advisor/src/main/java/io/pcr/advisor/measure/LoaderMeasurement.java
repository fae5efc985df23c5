package io.pcr.advisor.measure;

import io.pcr.loader.Batch;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderStatistics;
import io.pcr.reader.PcrDataset;
import java.io.IOException;

/**
 * What a loader at work did, behind its first batches. Immutable.
 *
 * @param images that it gave
 * @param seconds that this took
 * @param cpuSeconds of all threads of the process in this time
 * @param bytes that it read in this time
 */
public record LoaderMeasurement(long images, double seconds, double cpuSeconds, long bytes) {
  private static final double NANOS = 1e9;

  /** The loader reads the first 15 batches in another way, and two more are made already. */
  private static final int FIRST_BATCHES = 17;

  /** Fewer say more about how batches come together than about the rate. */
  private static final int FEWEST_BATCHES = 8;

  /** Images a second. */
  public double rate() {
    return images / seconds;
  }

  /** Seconds of one core for an image. */
  public double cpuOfImage() {
    return cpuSeconds / images;
  }

  /**
   * Runs a loader.
   *
   * @param seconds to measure, behind the first batches
   * @param time after which nothing more is asked of the loader
   * @return what it did behind its first batches; if the time was over before, no images, and what
   *     it read and used for that
   */
  public static LoaderMeasurement run(
      PcrDataset dataset, LoaderOptions options, double seconds, TimeLimit time)
      throws IOException {
    try (Loader loader = Loader.open(dataset, options)) {
      long opened = System.nanoTime();
      double cpuBefore = CpuTime.ofProcess();
      for (int batch = 0; batch < FIRST_BATCHES && !time.isOver(); batch++) {
        Batch unused = loader.next();
      }
      boolean isBegun = !time.isOver();
      long begun = isBegun ? System.nanoTime() : opened;
      double cpu = isBegun ? CpuTime.ofProcess() : cpuBefore;
      LoaderStatistics before = loader.statistics();
      TimeLimit measuring = time.atMost(seconds);
      long images = 0;
      int batches = 0;
      while (!time.isOver() && !(measuring.isOver() && batches >= FEWEST_BATCHES)) {
        images += loader.next().size();
        batches++;
      }
      LoaderStatistics done = isBegun ? loader.statistics().since(before) : loader.statistics();
      return new LoaderMeasurement(
          images, (System.nanoTime() - begun) / NANOS, CpuTime.ofProcess() - cpu, done.bytesRead());
    }
  }
}
