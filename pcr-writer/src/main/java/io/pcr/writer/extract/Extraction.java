package io.pcr.writer.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.find.ShardFinder;
import io.pcr.reader.location.Capability;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.output.UnsafeKeyException;
import io.pcr.reader.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes the samples of a dataset into a sink, shard by shard.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(path);
 *     SampleSink sink = new FolderSink(folder)) {
 *   Extraction.Result result =
 *       Extraction.of(dataset, sink).keys(KeySelection.of(List.of("rose/*"))).run();
 * }
 * }</pre>
 *
 * <p>What becomes of damaged samples is decided by {@link io.pcr.reader.ReaderOptions#onDamage};
 * one that cannot be given out is reported and counted, and the others are written. For one use,
 * set up by one thread; dataset and sink are closed by whoever opened them.
 */
public final class Extraction {
  private static final String ANOTHER = "its file is another one, whose samples were written";

  private final PcrDataset dataset;
  private final SampleSink sink;
  private final Optional<ShardFinder> finder;
  private final boolean isLocal;
  private final Set<Integer> damagedShards = ConcurrentHashMap.newKeySet();
  private Fidelity fidelity = Fidelity.FULL;
  private KeySelection wanted = KeySelection.of(List.of());
  private OutputReport report = new OutputReport(line -> {});
  private ProgressListener progress = ProgressListener.NONE;

  private Extraction(PcrDataset dataset, SampleSink sink) {
    this.dataset = dataset;
    this.sink = sink;
    finder = dataset.files().finder();
    isLocal = dataset.files().location().folder().can(Capability.LOCAL);
  }

  /** An extraction of all samples of a dataset. */
  public static Extraction of(PcrDataset dataset, SampleSink sink) {
    return new Extraction(dataset, sink);
  }

  /**
   * The fidelity of the samples of shards that have several; others are given whole, and counted.
   * Default: full.
   */
  public Extraction fidelity(Fidelity value) {
    fidelity = value;
    return this;
  }

  /** Which samples are written; default: all. */
  public Extraction keys(KeySelection selection) {
    wanted = selection;
    return this;
  }

  /** Told what becomes of the samples; default: a report that is told to nobody. */
  public Extraction report(OutputReport value) {
    report = value;
    return this;
  }

  /** Told of each sample that was written; default: nobody. */
  public Extraction progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  /**
   * What an extraction did.
   *
   * @param written samples
   * @param thereAlready samples whose bytes stood in their place
   * @param whole samples that were asked for at a lower fidelity than their shard has
   * @param failed samples that could not be given out
   * @param damagedShards positions of the shards of which samples were left out as damaged
   */
  public record Result(
      long written,
      long thereAlready,
      long whole,
      long failed,
      long bytes,
      SortedSet<Integer> damagedShards) {
    public Result {
      damagedShards = Collections.unmodifiableSortedSet(new TreeSet<>(damagedShards));
    }
  }

  /**
   * Writes them.
   *
   * @throws NothingChosenException when no key is wanted of all that there are; an archive then
   *     does not appear
   */
  public Result run() throws IOException {
    int threads = sink.isParallel() ? Parallel.processors() : 1;
    Parallel.forEach(dataset.shards(), threads, (position, shard) -> extract(position, shard));
    if (report.failed() == 0 && wanted.isInVain()) {
      throw new NothingChosenException(dataset.toString());
    }
    sink.finish();
    return new Result(
        report.written(),
        report.thereAlready(),
        report.givenWhole(),
        report.failed(),
        report.bytes(),
        new TreeSet<>(damagedShards));
  }

  /** What the manifest says of a shard; without one there is one shard, and nothing is said. */
  private Optional<ShardEntry> entry(int position) {
    return dataset.manifest().map(manifest -> manifest.shards().get(position));
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
