package io.pcr.advisor.internal.strategy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A trial that has been prepared, read from one kind of cache. For one thread, which closes it. */
final class TrialRun implements Closeable {
  private final Trial trial;
  private final StoredFiles files;
  private final Feed stored;
  private final Feed feed;
  private final CacheMode cache;

  private TrialRun(Trial trial, StoredFiles files, Feed stored, Feed feed, CacheMode cache) {
    this.trial = trial;
    this.files = files;
    this.stored = stored;
    this.feed = feed;
    this.cache = cache;
  }

  /**
   * Opens what was prepared, and fills the cache.
   *
   * @throws HeldFeed.DoesNotFitException when the application's cache has too little memory
   */
  static TrialRun open(
      Trial trial, Path folder, CacheMode cache, PrestoOptions options, StopSignal stop)
      throws IOException {
    StoredFiles files = new StoredFiles(cache == CacheMode.NONE, Optional.empty());
    Feed stored = trial.open(folder, files);
    boolean isOpen = false;
    try {
      int threads = options.threads().stream().max(Integer::compare).orElse(1);
      Feed feed =
          cache == CacheMode.APPLICATION
              ? HeldFeed.of(stored, threads, options.memory(), stop)
              : stored;
      if (cache == CacheMode.PAGE) {
        new Epoch(List.of(), 0, 0, threads, 0).run(stored, stop);
      }
      isOpen = true;
      return new TrialRun(trial, files, stored, feed, cache);
    } finally {
      if (!isOpen) {
        stored.close();
      }
    }
  }

  /**
   * Runs epochs that do not count, so that those that do meet compiled code.
   *
   * @param time that is spent; the last epoch is not brought to its end
   */
  void warmUp(Duration time, int threads, StopSignal stop) throws IOException {
    Epoch epoch = new Epoch(trial.online(), 0, 0, threads, 0);
    StopSignal end = StopSignal.after(time);
    try {
      while (true) {
        stop.check();
        epoch.run(feed, end);
      }
    } catch (StopSignal.StoppedException e) {
      stop.check();
    }
  }

  StrategyRow measure(StrategyRow.Key key, StrategyRow.Preparation preparation, StopSignal stop)
      throws IOException {
    ShufflePlace shuffle = ShufflePlace.parse(key.shuffle());
    Epoch epoch =
        new Epoch(
            trial.online(), shuffle.pictures(), trial.position(shuffle), key.threads(), key.run());
    long bytesBefore = files.bytesRead();
    ProcessCosts before = ProcessCosts.now();
    long count = epoch.run(feed, stop);
    ProcessCosts costs = ProcessCosts.now().since(before);
    if (count != key.samples()) {
      throw new IOException(trial + " gave " + count + " pictures instead of " + key.samples());
    }
    return new StrategyRow(
        key,
        preparation,
        costs.seconds(),
        costs.cpuSeconds(),
        files.bytesRead() - bytesBefore,
        costs.diskBytes(),
        cache == CacheMode.NONE && files.notice().isEmpty());
  }

  Optional<String> notice() {
    return files.notice();
  }

  @Override
  public void close() throws IOException {
    try (stored) {
      feed.close();
    }
  }
}
