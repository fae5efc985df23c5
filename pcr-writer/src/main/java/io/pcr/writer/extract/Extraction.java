package io.pcr.writer.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.internal.output.FileDoubt;
import io.pcr.reader.internal.output.UnsafeKeyException;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.location.Capability;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
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
 * <p>{@link io.pcr.reader.ReaderOptions#onDamage} decides how damaged samples are handled. A sample
 * that cannot be extracted is reported and counted; the others are written. Not thread-safe, and
 * for one use. The caller closes the dataset and the sink.
 */
public final class Extraction {
  private static final String ANOTHER = "its file is another shard, whose samples were written";

  private final PcrDataset dataset;
  private final SampleSink sink;
  private final boolean isLocal;
  private final Set<Integer> damagedShards = ConcurrentHashMap.newKeySet();
  private Fidelity fidelity = Fidelity.FULL;
  private KeySelection wanted = KeySelection.of(List.of());
  private OutputReport report = new OutputReport(line -> {});
  private ProgressListener progress = ProgressListener.NONE;

  private Extraction(PcrDataset dataset, SampleSink sink) {
    this.dataset = dataset;
    this.sink = sink;
    isLocal = dataset.files().location().folder().can(Capability.LOCAL);
  }

  /** An extraction of all samples of a dataset. */
  public static Extraction of(PcrDataset dataset, SampleSink sink) {
    return new Extraction(dataset, sink);
  }

  /**
   * The fidelity of the samples in shards that have several fidelities; default: full. Samples of
   * other shards are written at full fidelity, and counted.
   */
  public Extraction fidelity(Fidelity value) {
    fidelity = value;
    return this;
  }

  /** Which samples to write; default: all samples. */
  public Extraction keys(KeySelection selection) {
    wanted = selection;
    return this;
  }

  /** The report that receives what becomes of the samples; default: a new report. */
  public Extraction report(OutputReport value) {
    report = value;
    return this;
  }

  /** Receives each sample that was written; default: nobody receives it. */
  public Extraction progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  /**
   * The result of an extraction. Immutable.
   *
   * @param written the number of samples that were written
   * @param thereAlready the number of samples whose files existed already with the same bytes
   * @param whole the number of samples that were written at full fidelity because their shard has
   *     no lower one
   * @param failed the number of samples that could not be extracted
   * @param damagedShards positions of the shards in which damaged samples were left out
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
   * Writes the samples.
   *
   * @throws NothingChosenException when the selection matches no key; an archive then does not
   *     appear
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

  /** The manifest's entry of a shard; empty for a single shard. */
  private Optional<ShardEntry> entry(int position) throws IOException {
    Optional<ShardList> list = dataset.files().list();
    return list.isPresent() ? Optional.of(list.get().get(position)) : Optional.empty();
  }

  private void extract(int position, Shard shard) throws IOException {
    Optional<ShardEntry> entry = entry(position);
    Optional<String> doubt =
        FileDoubt.of(() -> !isLocal || dataset.checkContent(position), ANOTHER);
    ShardReader opened;
    try {
      opened = shard.read(fidelityOf(shard));
    } catch (PcrException | NoSuchFileException | AccessDeniedException e) {
      // The other shards are not affected.
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
      // The reader has counted and reported this: there may have been more after the last sample.
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

  /** A remote file is not read twice, so only its length is compared. */
  private Optional<String> doubtOfLength(Optional<ShardEntry> entry) throws IOException {
    if (entry.isEmpty() || entry.get().variant().isContainer()) {
      return Optional.empty();
    }
    try (ByteSource source = dataset.files().open(entry.get().name())) {
      boolean isAsLong = source.length() == entry.get().totalLength();
      return isAsLong ? Optional.empty() : Optional.of(ANOTHER);
    }
  }

  /** Shards of full images have one fidelity, whatever the caller asks for. */
  private Fidelity fidelityOf(Shard shard) throws IOException {
    return shard.groupCount() == 1 ? Fidelity.FULL : fidelity;
  }

  /**
   * A disk that cannot be read at one place can be read at others; a server that fails at one shard
   * fails at the next.
   */
  private void requireLocal(IOException e) throws IOException {
    if (!isLocal || e instanceof ClosedByInterruptException) {
      throw e;
    }
  }

  /** A shard that cannot be read in one piece may be intact except for a few samples. */
  private void extractOneByOne(Shard shard, Optional<ShardEntry> entry, IOException failure)
      throws IOException {
    if (entry.isEmpty() || !entry.get().variant().isContainer()) {
      // The positions of the samples are unknown, or a record can be found only by reading all
      // before it.
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

  /**
   * The number of samples that are lost with a shard according to the manifest; 1 without a
   * manifest.
   */
  private static long samplesOf(Optional<ShardEntry> entry) {
    return entry.map(ShardEntry::sampleCount).orElse(1).longValue();
  }

  private void extract(ShardReader reader, int ordinal) throws IOException {
    // A record whose key is lost may be one that the caller wants.
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
