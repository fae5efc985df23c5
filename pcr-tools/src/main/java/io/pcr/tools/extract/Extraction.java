package io.pcr.tools.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.tools.dataset.Parallel;
import io.pcr.tools.restore.KeySelection;
import io.pcr.tools.restore.UnsafeKeyException;
import io.pcr.tools.terminal.Printable;
import io.pcr.tools.terminal.Progress;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Writes the samples of a dataset into a sink, shard by shard. For one use. */
final class Extraction {
  private static final int FAILURES_SHOWN = 20;

  private final PcrDataset dataset;
  private final Fidelity fidelity;
  private final KeySelection wanted;
  private final SampleSink sink;
  private final Progress progress;
  private final LongAdder written = new LongAdder();
  private final LongAdder thereAlready = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final AtomicInteger told = new AtomicInteger();
  private final LongAdder bytes = new LongAdder();

  Extraction(
      PcrDataset dataset,
      Fidelity fidelity,
      KeySelection wanted,
      SampleSink sink,
      Progress progress) {
    this.dataset = dataset;
    this.fidelity = fidelity;
    this.wanted = wanted;
    this.sink = sink;
    this.progress = progress;
  }

  /** What became of the samples that were wanted. */
  record Totals(long written, long thereAlready, long failed, long bytes) {}

  /**
   * Writes them.
   *
   * @throws io.pcr.tools.UsageException when no key is wanted of all that there are; an archive
   *     then does not appear
   */
  Totals run() throws IOException {
    int threads = sink.isParallel() ? Parallel.processors() : 1;
    Parallel.forEach(dataset.shards(), threads, (position, shard) -> extract(shard));
    if (failed.sum() == 0) {
      wanted.requireSome();
    }
    sink.finish();
    return new Totals(written.sum(), thereAlready.sum(), failed.sum(), bytes.sum());
  }

  private void extract(Shard shard) throws IOException {
    // Shards of whole samples have one fidelity, whatever is asked of the others.
    Fidelity own = shard.groupCount() == 1 ? Fidelity.FULL : fidelity;
    ShardReader opened;
    try {
      opened = shard.read(own);
    } catch (PcrException | NoSuchFileException | AccessDeniedException e) {
      // The other shards have nothing to do with it.
      tell(shard.name(), samplesOf(shard), why(e));
      return;
    }
    try (ShardReader reader = opened) {
      for (int ordinal = 0; ordinal < reader.sampleCount(); ordinal++) {
        extract(reader, ordinal);
      }
    }
  }

  private static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "the file is missing";
    }
    return e instanceof AccessDeniedException
        ? "permission denied"
        : String.valueOf(e.getMessage());
  }

  /** What the manifest says is lost with a shard; at least that it is. */
  private long samplesOf(Shard shard) {
    return dataset
        .manifest()
        .flatMap(
            manifest ->
                manifest.shards().stream()
                    .filter(entry -> entry.name().equals(shard.name()))
                    .findFirst())
        .map(ShardEntry::sampleCount)
        .orElse(1)
        .longValue();
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
      tell(reader.shard().name() + ", sample " + ordinal, 1, e.getMessage());
      return;
    }
    if (sample.isPresent()) {
      write(sample.get());
    } else {
      // The reader has said why.
      failed.increment();
    }
  }

  private void write(Sample sample) throws IOException {
    try {
      int length = sample.length();
      switch (sink.write(sample)) {
        case WRITTEN -> written.increment();
        case THERE_ALREADY -> thereAlready.increment();
      }
      bytes.add(length);
      progress.add(1, length, 0);
    } catch (PcrException
        | UnsafeKeyException
        | NotWritableException
        | FileAlreadyExistsException e) {
      tell(sample.key(), 1, e.getMessage());
    }
  }

  private void tell(String name, long samples, String why) {
    failed.add(samples);
    int number = told.incrementAndGet();
    if (number <= FAILURES_SHOWN) {
      progress.message("pcr: " + Printable.line(name + ": " + why));
    } else if (number == FAILURES_SHOWN + 1) {
      progress.message("pcr: and more");
    }
  }
}
