package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.output.FileDoubt;
import io.pcr.reader.internal.output.TargetFolder;
import io.pcr.reader.internal.output.UnsafeKeyException;
import io.pcr.reader.internal.work.HeapShare;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.work.ProgressListener;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
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
import java.util.stream.IntStream;

/**
 * Restores the originals of shards, one shard after the other, each on several threads. For one
 * thread, once.
 */
final class RestoreRun {
  private static final String ANOTHER = "its file is another shard, whose originals were restored";

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
    Optional<String> doubt =
        isContainer
            ? Optional.empty()
            : FileDoubt.of(() -> dataset.checkContent(shard.name()), ANOTHER);
    ByteSource opened;
    try {
      opened = dataset.open(shard.name());
    } catch (IOException e) {
      report.failed(shard.name(), shard.sampleCount(), e);
      return;
    }
    try (opened) {
      if (!isContainer) {
        restoreRecords(shard, opened, doubt);
        return;
      }
      Unread unread = restore(shard, opened, Optional.empty());
      if (unread.isEmpty() || !unread.isDamage() || !dataset.findIntact(shard.name())) {
        unread.report(shard, opened, report);
      } else {
        restoreFromCopy(shard, unread);
      }
    }
  }

  private void restoreFromCopy(ShardEntry shard, Unread unread) throws IOException {
    try (ByteSource copy = dataset.open(shard.name())) {
      restore(shard, copy, Optional.of(unread)).report(shard, copy, report);
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

  /**
   * Restores samples of a shard.
   *
   * @param only the samples to restore; empty for all
   * @return what could not be read
   */
  private Unread restore(ShardEntry entry, ByteSource source, Optional<Unread> only)
      throws IOException {
    ListedShard listed = new ListedShard(dataset.manifest().orElseThrow(), entry);
    ShardFile shard;
    Optional<RestoreRegion> kept;
    try {
      shard = ShardEntries.open(Optional.of(entry), source, limits);
      if (!shard.head().shardUuid().equals(entry.shardUuid())) {
        report.failed(
            entry.name(),
            entry.sampleCount(),
            "its file is another shard, and no other file of the folder holds it");
        return Unread.nothing();
      }
      listed.requireMember(shard, source.toString());
      kept = ListedShard.restoreRegion(Optional.of(listed), shard, source, limits);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      return Unread.all(e);
    }
    shard.frontDamage().ifPresent(damage -> tellOfFront(entry, damage));
    if (kept.isEmpty()) {
      report.unrestorable(entry.name(), shard.metadata().sampleCount(), "it has no restore data");
      return Unread.nothing();
    }
    int sampleCount = shard.metadata().sampleCount();
    int[] samples =
        only.isPresent()
            ? only.get().samples(sampleCount)
            : IntStream.range(0, sampleCount).toArray();
    Unread unread = Unread.nothing();
    Parallel.forEach(
        samples.length, threads, () -> new Worker(shard, source, kept.get(), samples, unread));
    return unread;
  }

  private void tellOfFront(ShardEntry entry, PcrException damage) {
    report.tell("shard " + entry.name() + ": " + damage.getMessage() + "; " + ShardFile.FROM_COPY);
  }

  /** The scratch of one thread. */
  private final class Worker implements Parallel.Worker {
    private final ShardFile shard;
    private final OriginalReader originals;
    private final int[] samples;
    private final Unread unread;

    Worker(ShardFile shard, ByteSource source, RestoreRegion kept, int[] samples, Unread unread) {
      this.shard = shard;
      this.samples = samples;
      this.unread = unread;
      originals = new OriginalReader(shard, source, kept, limits);
    }

    @Override
    public void on(int position) throws IOException {
      ShardMetadata metadata = shard.metadata();
      int sample = samples[position];
      if (wanted.test(metadata.key(sample))) {
        // The record, and what is made of it.
        long needed = 2 * metadata.sourceLength(sample);
        HeapShare.ofTheProcess().with(needed, () -> restore(metadata, originals, sample, unread));
      }
    }

    @Override
    public void close() {
      originals.close();
    }
  }

  private void restore(ShardMetadata metadata, OriginalReader originals, int sample, Unread unread)
      throws IOException {
    String key = metadata.key(sample);
    Optional<ByteBuffer> original;
    try {
      original = originals.original(sample);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      unread.add(sample, key, e);
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
