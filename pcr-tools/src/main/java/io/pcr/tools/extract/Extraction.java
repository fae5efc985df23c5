package io.pcr.tools.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.find.ShardFinder;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.output.UnsafeKeyException;
import io.pcr.reader.work.Parallel;
import io.pcr.tools.dataset.SelectionWords;
import io.pcr.tools.terminal.Progress;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Writes the samples of a dataset into a sink, shard by shard. For one use. */
final class Extraction {
  private static final String ANOTHER = "its file is another one, whose samples were written";

  private final PcrDataset dataset;
  private final Fidelity fidelity;
  private final KeySelection wanted;
  private final SampleSink sink;
  private final Progress progress;
  private final Optional<ShardFinder> finder;
  private final boolean isLocal;
  private final OutputReport report;
  private final Set<Integer> damagedShards = ConcurrentHashMap.newKeySet();

  /**
   * @param finder of the dataset's shards; empty for a shard by itself
   * @param isLocal whether the dataset is on a disk
   * @param report is told what becomes of the samples
   */
  Extraction(
      PcrDataset dataset,
      Optional<ShardFinder> finder,
      boolean isLocal,
      Fidelity fidelity,
      KeySelection wanted,
      SampleSink sink,
      OutputReport report,
      Progress progress) {
    this.dataset = dataset;
    this.finder = finder;
    this.isLocal = isLocal;
    this.fidelity = fidelity;
    this.wanted = wanted;
    this.sink = sink;
    this.progress = progress;
    this.report = report;
  }

  /**
   * Writes them.
   *
   * @throws io.pcr.tools.UsageException when no key is wanted of all that there are; an archive
   *     then does not appear
   */
  void run() throws IOException {
    int threads = sink.isParallel() ? Parallel.processors() : 1;
    Parallel.forEach(dataset.shards(), threads, (position, shard) -> extract(position, shard));
    if (report.failed() == 0) {
      SelectionWords.requireSome(wanted);
    }
    sink.finish();
  }

  /** What the manifest says of a shard; without one there is one shard, and nothing is said. */
  private Optional<ShardEntry> entry(int position) {
    return dataset.manifest().map(manifest -> manifest.shards().get(position));
  }

  /** Positions of the shards of which samples were left out as damaged. */
  Set<Integer> damagedShards() {
    return damagedShards;
  }

  private void extract(int position, Shard shard) throws IOException {
    Optional<ShardEntry> entry = entry(position);
    Optional<String> doubt = doubt(position);
    ShardReader opened;
    try {
      opened = shard.read(fidelityOf(shard));
    } catch (PcrException | NoSuchFileException | AccessDeniedException e) {
      // The other shards have nothing to do with it.
      report.failed(shard.name(), samplesOf(entry), OutputReport.why(e));
      return;
    } catch (IOException e) {
      requireLocal(e);
      extractOneByOne(shard, entry, e);
      return;
    }
    try (ShardReader reader = opened) {
      for (int ordinal = 0; ordinal < reader.sampleCount(); ordinal++) {
        extract(reader, ordinal);
      }
      // Counted by the reader, which has told why: behind the last sample there may have been more.
      long skipped = reader.damage().skipped();
      report.failedAsTold(skipped);
      if (skipped > 0) {
        damagedShards.add(position);
      } else {
        (isLocal ? doubt : doubtOfLength(entry))
            .ifPresent(why -> report.failed(shard.name(), samplesOf(entry), why));
      }
    }
  }

  /**
   * Why what a shard on a disk is read from may not be it. Records are given whatever file they are
   * in, so that it is found out before any is written: an archive takes none back.
   */
  private Optional<String> doubt(int position) throws IOException {
    try {
      return !isLocal || dataset.identify(position) ? Optional.empty() : Optional.of(ANOTHER);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      // What can be read of it is given all the same.
      return Optional.of(OutputReport.why(e));
    }
  }

  /** Over a network no file is read twice: there only its length tells. */
  private Optional<String> doubtOfLength(Optional<ShardEntry> entry) throws IOException {
    if (entry.isEmpty() || entry.get().variant().isContainer() || finder.isEmpty()) {
      return Optional.empty();
    }
    try (ByteSource source = finder.get().open(entry.get())) {
      boolean isAsLong = source.length() == entry.get().totalLength();
      return isAsLong ? Optional.empty() : Optional.of(ANOTHER);
    }
  }

  /** Shards of whole samples have one fidelity, whatever is asked of the others. */
  private Fidelity fidelityOf(Shard shard) throws IOException {
    return shard.groupCount() == 1 ? Fidelity.FULL : fidelity;
  }

  /**
   * A disk that cannot be read in one place can be in others; a server that fails at one shard
   * fails at the next.
   */
  private void requireLocal(IOException e) throws IOException {
    if (!isLocal || e instanceof ClosedByInterruptException) {
      throw e;
    }
  }

  /** What cannot be read in one piece may be whole but for a few samples. */
  private void extractOneByOne(Shard shard, Optional<ShardEntry> entry, IOException failure)
      throws IOException {
    if (entry.isEmpty() || !entry.get().variant().isContainer()) {
      // Where its samples are, nobody knows, or a record is found by way of all before it.
      report.failed(shard.name(), samplesOf(entry), OutputReport.why(failure));
      return;
    }
    for (int ordinal = 0; ordinal < entry.get().sampleCount(); ordinal++) {
      Sample sample;
      try {
        sample = shard.sample(ordinal, fidelityOf(shard));
      } catch (IOException e) {
        report.failed(shard.name() + ", sample " + ordinal, 1, OutputReport.why(e));
        continue;
      }
      if (wanted.test(sample.key())) {
        write(sample, isGivenWhole(shard));
      }
    }
  }

  /** What the manifest says is lost with a shard; at least that it is. */
  private static long samplesOf(Optional<ShardEntry> entry) {
    return entry.map(ShardEntry::sampleCount).orElse(1).longValue();
  }

  private void extract(ShardReader reader, int ordinal) throws IOException {
    // A record whose key is lost with it may be one that is wanted.
    Optional<String> key = wanted.isEverything() ? Optional.empty() : reader.key(ordinal);
    if (key.isPresent() && !wanted.test(key.get())) {
      return;
    }
    Optional<Sample> sample;
    try {
      sample = reader.sample(ordinal);
    } catch (PcrException e) {
      report.failed(reader.shard().name() + ", sample " + ordinal, 1, e.getMessage());
      return;
    }
    if (sample.isPresent()) {
      write(sample.get(), isGivenWhole(reader.shard()));
    }
  }

  private boolean isGivenWhole(Shard shard) throws IOException {
    return !fidelity.isFull() && fidelityOf(shard).isFull();
  }

  private void write(Sample sample, boolean isWhole) throws IOException {
    SampleSink.Write write;
    try {
      write = sink.prepare(sample);
    } catch (PcrException | UnsafeKeyException | NotWritableException e) {
      report.failed(sample.key(), 1, e.getMessage());
      return;
    } catch (IOException e) {
      requireLocal(e);
      report.failed(sample.key(), 1, OutputReport.why(e));
      return;
    }
    try {
      int length = sample.length();
      report.restored(write.run(), length);
      if (isWhole) {
        report.whole();
      }
      progress.add(1, length, 0);
    } catch (UnsafeKeyException | NotWritableException | FileAlreadyExistsException e) {
      report.failed(sample.key(), 1, e.getMessage());
    }
  }
}
