package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.output.TargetFolder;
import io.pcr.reader.output.UnsafeKeyException;
import io.pcr.reader.work.HeapShare;
import io.pcr.reader.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import io.pcr.tfrecord.TfRecord;
import io.pcr.tfrecord.TfRecordWalk;
import io.pcr.tfrecord.example.ImageExample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Restores the originals of shards, one shard after the other, each on several threads. For one
 * thread, once.
 */
final class RestoreRun {
  private final DatasetFiles dataset;
  private final TargetFolder target;
  private final WriteBudget budget;
  private final Predicate<String> wanted;
  private final int threads;
  private final Limits limits;
  private final OutputReport report;
  private final ProgressListener progress;

  /**
   * A run.
   *
   * @param dataset opens the files of shards, whatever their names
   */
  RestoreRun(
      DatasetFiles dataset,
      TargetFolder target,
      WriteBudget budget,
      Predicate<String> wanted,
      int threads,
      Limits limits,
      OutputReport report,
      ProgressListener progress) {
    this.dataset = dataset;
    this.target = target;
    this.budget = budget;
    this.wanted = wanted;
    this.threads = threads;
    this.limits = limits;
    this.report = report;
    this.progress = progress;
  }

  void run(List<ShardEntry> shards) throws IOException {
    for (ShardEntry shard : shards) {
      restore(shard);
    }
  }

  /**
   * A shard that is not there, or that the system does not let us read, has nothing to do with the
   * others.
   */
  private void restore(ShardEntry shard) throws IOException {
    boolean isContainer = shard.variant().isContainer();
    Optional<String> doubt = isContainer ? Optional.empty() : doubt(shard);
    ByteSource opened;
    try {
      opened = dataset.open(shard.name());
    } catch (IOException e) {
      report.failed(shard.name(), shard.sampleCount(), e);
      return;
    }
    try (opened) {
      if (isContainer) {
        restore(shard, opened);
      } else {
        restoreRecords(shard, opened, doubt);
      }
    }
  }

  /**
   * Why what the TFRecords of a shard are read from may not be it. Records are given whatever file
   * they are in, so that it is found out before any is.
   */
  private Optional<String> doubt(ShardEntry shard) throws ClosedByInterruptException {
    try {
      return dataset.finder().isEmpty() || dataset.finder().get().prove(shard)
          ? Optional.empty()
          : Optional.of("its file is another one, whose originals were given back");
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      // What can be read of it is given back all the same.
      return Optional.of(OutputReport.why(e));
    }
  }

  /** TFRecords hold the originals as they are. */
  private void restoreRecords(ShardEntry entry, ByteSource source, Optional<String> doubt)
      throws IOException {
    AtomicInteger seen = new AtomicInteger();
    AtomicInteger damaged = new AtomicInteger();
    try {
      new TfRecordWalk(source, entry, limits)
          .forEach(
              new TfRecordWalk.Listener() {
                @Override
                public boolean sample(int number, TfRecord record, ImageExample sample)
                    throws IOException {
                  seen.incrementAndGet();
                  giveWhileReading(sample.key().orElseThrow(), sample.encoded());
                  return true;
                }

                @Override
                public void damaged(int number, PcrException damage) {
                  seen.incrementAndGet();
                  damaged.incrementAndGet();
                  report.failed(entry.name() + ", sample " + number, 1, damage.getMessage());
                }
              });
      if (seen.get() < entry.sampleCount()) {
        report.failed(entry.name(), entry.sampleCount() - seen.get(), "its records are missing");
      } else if (damaged.get() == 0) {
        doubt.ifPresent(why -> report.failed(entry.name(), entry.sampleCount(), why));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IOException e) {
      report.failed(entry.name(), entry.sampleCount() - seen.get(), e);
    }
  }

  /**
   * As {@link #give}, inside of what reads a shard.
   *
   * @throws UncheckedIOException about the target: what comes next would fail too
   */
  private void giveWhileReading(String key, ByteBuffer original) {
    if (!wanted.test(key)) {
      return;
    }
    try {
      give(key, original);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void give(String key, ByteBuffer original) throws IOException {
    try {
      long bytes = original.remaining();
      budget.take(bytes);
      report.restored(target.write(key, original.duplicate()), bytes);
      progress.add(1, bytes, 0);
    } catch (UnsafeKeyException | FileAlreadyExistsException e) {
      report.failed(key, 1, e.getMessage());
    }
  }

  private void restore(ShardEntry entry, ByteSource source) throws IOException {
    ShardFile shard;
    Optional<KeptOriginals> kept;
    try {
      shard = ShardFile.open(source, limits);
      if (!shard.head().shardUuid().equals(entry.shardUuid())) {
        report.failed(
            entry.name(),
            entry.sampleCount(),
            "its file is another shard, and it is in no other file of the folder");
        return;
      }
      kept = KeptOriginals.of(shard, source, limits);
    } catch (IOException e) {
      report.failedShard(entry.name(), entry.sampleCount(), e, source);
      return;
    }
    if (kept.isEmpty()) {
      report.unrestorable(
          entry.name(), shard.metadata().sampleCount(), "it keeps nothing of its originals");
      return;
    }
    int samples = shard.metadata().sampleCount();
    Parallel.forEach(samples, threads, () -> new Worker(shard, source, kept.get()));
  }

  /** The scratch of one thread. */
  private final class Worker implements Parallel.Worker {
    private final ShardFile shard;
    private final ByteSource source;
    private final OriginalReader originals;

    Worker(ShardFile shard, ByteSource source, KeptOriginals kept) {
      this.shard = shard;
      this.source = source;
      originals = new OriginalReader(shard, source, kept, limits);
    }

    @Override
    public void on(int sample) throws IOException {
      ShardMetadata metadata = shard.metadata();
      if (wanted.test(metadata.key(sample))) {
        // The record, and what is made of it.
        long needed = 2 * metadata.sourceLength(sample);
        HeapShare.ofTheProcess().with(needed, () -> restore(shard, source, originals, sample));
      }
    }

    @Override
    public void close() {
      originals.close();
    }
  }

  private void restore(ShardFile shard, ByteSource source, OriginalReader originals, int sample)
      throws IOException {
    ShardMetadata metadata = shard.metadata();
    String key = metadata.key(sample);
    Optional<ByteBuffer> original;
    try {
      original = originals.original(sample);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      report.failed(key, e, source);
      return;
    }
    if (original.isPresent()) {
      give(key, original.get());
      return;
    }
    String stored =
        metadata.encoding(sample).isLiquid()
            ? ": it is stored as " + metadata.encoding(sample).name().toLowerCase(Locale.ROOT)
            : "";
    report.failed(key, 1, "its original was not kept" + stored);
  }
}
