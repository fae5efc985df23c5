package io.pcr.loader;

import io.pcr.loader.internal.Counters;

/**
 * What a loader has done since it was opened. Immutable.
 *
 * @param batches that the caller received
 * @param samplesDecoded images that were decoded
 * @param samplesDegraded samples at a lower fidelity than was asked for, because of damage
 * @param samplesReplaced samples that replace others, which could not be used
 * @param reads of pieces of shards: the samples of a window, or single ones
 * @param requests to the storage that these and the shards' metadata took; see {@link
 *     io.pcr.reader.PcrDataset#storageReads}. Other readers of the same datasets count, too, unless
 *     the loader has a cache.
 * @param bytesRead by the requests
 * @param readNanos time that threads spent reading
 * @param decodeNanos time that threads spent decoding and resizing
 * @param waitNanos time that the caller spent waiting for batches: the wait of the sink
 * @param cacheHits samples of the batches that came from a cache: from a prefix in the folder of
 *     {@link io.pcr.loader.cache.LoaderCache}, or in the order liquid from memory, where an earlier
 *     epoch had left them
 * @param emptyNanos time in which the next batch was not ready, whether the caller waited or not
 * @param lockWaits how often a thread of the loader waited for a lock that another one had
 * @param memoryNanos time in which nothing more was read ahead, as the memory was full
 * @param mostBytes the most bytes of samples that were held at once
 */
public record LoaderStatistics(
    long batches,
    long samplesDecoded,
    long samplesDegraded,
    long samplesReplaced,
    long reads,
    long requests,
    long bytesRead,
    long readNanos,
    long decodeNanos,
    long waitNanos,
    long cacheHits,
    long emptyNanos,
    long lockWaits,
    long memoryNanos,
    long mostBytes) {
  /** What was done since an earlier moment of the same loader. */
  public LoaderStatistics since(LoaderStatistics before) {
    return new LoaderStatistics(
        batches - before.batches,
        samplesDecoded - before.samplesDecoded,
        samplesDegraded - before.samplesDegraded,
        samplesReplaced - before.samplesReplaced,
        reads - before.reads,
        requests - before.requests,
        bytesRead - before.bytesRead,
        readNanos - before.readNanos,
        decodeNanos - before.decodeNanos,
        waitNanos - before.waitNanos,
        cacheHits - before.cacheHits,
        emptyNanos - before.emptyNanos,
        lockWaits - before.lockWaits,
        memoryNanos - before.memoryNanos,
        mostBytes);
  }

  /**
   * The share of some time in which the next batch was ready: 1 minus the share in which it was
   * not.
   */
  public double readiness(long nanos) {
    return nanos <= 0 ? 1 : Math.max(0, 1 - (double) emptyNanos / nanos);
  }

  static LoaderStatistics of(
      Counters counters, long requests, long bytesRead, long lockWaits, long mostBytes) {
    return new LoaderStatistics(
        counters.batches(),
        counters.samplesDecoded(),
        counters.samplesDegraded(),
        counters.samplesReplaced(),
        counters.reads(),
        requests,
        bytesRead,
        counters.readNanos(),
        counters.decodeNanos(),
        counters.waitNanos(),
        counters.cacheHits(),
        counters.emptyNanos(),
        lockWaits,
        counters.memoryNanos(),
        mostBytes);
  }
}
