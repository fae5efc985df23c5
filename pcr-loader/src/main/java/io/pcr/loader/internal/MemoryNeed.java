package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.batch.BatchPlan;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.List;

/**
 * The least memory with which a loader works as it should: what the windows of its lanes take, and
 * its batches. Computed before anything is read.
 *
 * @param samples that are in memory at a time
 * @param sampleBytes of a sample at the highest fidelity that the loader may read, on average
 * @param batchBytes of the batches in memory
 * @param lanes that this rank reads; 0 in an order without lanes
 */
public record MemoryNeed(
    long samples, long sampleBytes, long batchBytes, int lanes, LoaderOptions options) {

  /** A window that is given, and the one that the next window of the second pass also needs. */
  private static final int WINDOWS = 2;

  /** Computes it for a loader. */
  public static MemoryNeed of(List<LoaderPart> parts, LoaderOptions options, BatchPlan plan)
      throws IOException {
    long bytes = 0;
    long count = 0;
    for (LoaderPart part : parts) {
      for (Shard shard : part.dataset().shards()) {
        Fidelity fidelity = shard.groupCount() == 1 ? Fidelity.FULL : options.policy().highest();
        bytes += shard.prefixLength(fidelity);
        count += shard.sampleCount();
      }
    }
    long each = count == 0 ? 0 : (bytes + count - 1) / count;
    int lanes = lanes(options);
    long window = options.order().window();
    long held =
        switch (options.order().kind()) {
          case LANES -> Math.multiplyExact((long) WINDOWS * lanes * parts.size(), window);
          case LIQUID -> lanes * window + 2L * options.perRank();
          case GLOBAL, SEQUENTIAL -> 2L * options.perRank();
        };
    return new MemoryNeed(
        Math.min(held, count), each, LoaderRun.batchBytes(options), lanes, options);
  }

  private static int lanes(LoaderOptions options) {
    int lanes = options.order().lanes();
    int ranks = options.rank().ranks();
    return lanes == 0
        ? 0
        : Math.min(lanes, (lanes + ranks - 1) / ranks + (lanes % ranks == 0 ? 0 : 1));
  }

  /** The bytes. */
  public long bytes() {
    return samples * sampleBytes + batchBytes;
  }

  /**
   * Makes sure that there is as much.
   *
   * @throws IllegalArgumentException when there is not; says what would fit
   */
  public void require(long memory) {
    if (bytes() <= memory) {
      return;
    }
    long perWindowSample = sampleBytes * samples / Math.max(1, options.order().window());
    String fits = "";
    if (lanes > 0 && memory > batchBytes) {
      long window = perWindowSample == 0 ? 0 : (memory - batchBytes) / perWindowSample;
      fits =
          window > 0
              ? "; a window of " + window + " samples fits, and so may a lower fidelity"
              : "";
    }
    throw new IllegalArgumentException(
        "the loader needs "
            + bytes()
            + " bytes of memory ("
            + samples
            + " samples of "
            + sampleBytes
            + " bytes, batches of "
            + batchBytes
            + "), and its limit is "
            + memory
            + fits);
  }
}
