package io.pcr.writer.internal.convert;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionStoppedException;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.journal.RunOptions;
import io.pcr.writer.internal.journal.ShardProof;
import io.pcr.writer.internal.pipeline.EncodingWorker;
import io.pcr.writer.internal.pipeline.ShardPipeline;
import io.pcr.writer.internal.reject.RejectCounts;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardListener;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Findings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes a dataset from samples that a program has in memory. It cannot continue an interrupted
 * run, because the samples are not listed anywhere. If it is closed before {@link #finish}, it
 * deletes everything that it wrote.
 *
 * <p>Not thread-safe. Whoever creates it closes it.
 */
public final class SampleWriter implements Closeable {
  private static final List<String> OTHER_FILES =
      List.of(Conversion.REJECTS_NAME, IndexDirectory.FILE_NAME, IndexDirectory.SIDECAR_NAME);

  private final PcrWriterOptions options;
  private final Path out;
  private final DurableSteps steps;
  private final DatasetLock lock;
  private final RunFolder run;
  private final RejectLog rejects;
  private final ShardFormat format;
  private final ShardPipeline<SourceSample> pipeline;
  private final InputCounts tally = new InputCounts();
  private final List<ShardEntry> shards = new ArrayList<>();
  private final long begun = System.nanoTime();
  private long added;
  private boolean closed;

  /** Starts a dataset, and reports each durable step. */
  public SampleWriter(Path out, PcrWriterOptions options, DurableSteps steps) throws IOException {
    if (options.encode().scans() instanceof TargetedScans scans && scans.lacksSlopes()) {
      throw new IllegalArgumentException(
          "slopes cannot be found beforehand for samples that come one by one; give the"
              + " slopes");
    }
    ZstdLibrary.require();
    JpegDecoder.requireLibrary();
    this.options = options;
    this.out = out;
    this.steps = steps;
    format =
        ShardFormats.of(
            options.variant(),
            new ShardSpec(
                options.encode(),
                options.columns(),
                LabelMap.of(options.classNames()).classNames(),
                OptionalLong.empty()));
    OutputFolder.prepareNew(out);
    lock = DatasetLock.acquire(out, "PcrWriter", steps);
    RunFolder begun = null;
    RejectLog log = null;
    try {
      OutputFolder.prepareNew(out);
      begun = RunFolder.begin(lock, RunOptions.of(Map.of("action", "write")), steps);
      if (begun.resumed()) {
        throw new RunRejectedException(
            out
                + " holds files of a writer that was killed; "
                + RunFolder.howToGiveUp(out)
                + ", or choose another folder");
      }
      log = RejectLog.open(begun.rejects(), 0);
    } finally {
      if (log == null) {
        closeAll(begun, lock);
      }
    }
    run = begun;
    rejects = log;
    pipeline =
        new ShardPipeline<>(
            options.threads(),
            () -> new Worker(format.newEncoder()),
            options.shards(),
            new ShardWriter(out, format, steps),
            0,
            tally,
            new Recorder());
  }

  private static void closeAll(RunFolder run, DatasetLock lock) throws IOException {
    try (lock;
        run) {
      // The run's files go first, then the lock.
    }
  }

  /** Adds a sample. Its bytes must not change until the dataset is finished. */
  public void add(SourceSample sample) throws IOException, InterruptedException {
    requireOpen();
    long bytes = sample.bytes().remaining();
    for (Object value : sample.columnValues()) {
      bytes += value instanceof byte[] array ? array.length : 0;
    }
    long underWay = format.bytesUnderWay(bytes, added);
    pipeline.submit(sample, added++, underWay, bytes);
  }

  /** Writes the remaining samples and publishes the dataset. */
  public ConversionSummary finish() throws IOException, InterruptedException {
    requireOpen();
    pipeline.finish(added);
    rejects.flush();
    rejects.force();
    Publication publication =
        new Publication(
            out,
            CreationOptions.scans(options.variant(), options.encode()),
            CreationOptions.of(options.variant(), options.encode(), options.shards()),
            options.columns(),
            Optional.empty(),
            steps);
    publication.rejects(run.rejects(), run.baseRejects());
    Manifest manifest =
        publication.publish(
            shards,
            new AddedShards.Made(
                CreationOptions.scans(options.variant(), options.encode()),
                options.columns(),
                options.classNames(),
                LabelMap.of(options.classNames())),
            (generation, commitId) -> {},
            notice -> {});
    Map<RejectReason, Long> listed = RejectCounts.of(run.rejects(), 0);
    run.finish();
    return new ConversionSummary(
        manifest,
        shards,
        tally,
        listed,
        Findings.NONE,
        false,
        Duration.ofNanos(System.nanoTime() - begun));
  }

  private void requireOpen() {
    if (closed) {
      throw new AlreadyClosedException("the writer of " + out);
    }
  }

  @Override
  public void close() throws IOException {
    pipeline.close();
    rejects.close();
    try {
      if (!closed && !ManifestPublication.isDataset(out)) {
        takeBack();
      }
    } finally {
      closed = true;
      closeAll(run, lock);
    }
  }

  /** Only where there is no generation: else it is a dataset, whatever failed later. */
  private void takeBack() throws IOException {
    for (ShardEntry shard : shards) {
      AtomicFile.delete(out.resolve(shard.name()), steps);
    }
    for (String name : OTHER_FILES) {
      AtomicFile.delete(out.resolve(name), steps);
    }
    run.abandon();
  }

  /** Encodes the samples that it receives. */
  private static final class Worker implements EncodingWorker<SourceSample> {
    private final SampleEncoder encoder;

    Worker(SampleEncoder encoder) {
      this.encoder = encoder;
    }

    @Override
    public EncodedSample encode(SourceSample input, long place) throws InputRejectedException {
      return encoder.encode(input, place);
    }

    @Override
    public void close() {
      encoder.close();
    }
  }

  /** Records what becomes of the samples. */
  private final class Recorder implements ShardPipeline.Listener {
    @Override
    public void encoded(EncodedSample sample) {
      // The tally counts this.
    }

    @Override
    public void rejected(InputRejectedException e) throws IOException {
      if (options.stopAtReject()) {
        throw new ConversionStoppedException(e.reject());
      }
      rejects.add(e.reject());
    }

    @Override
    public ShardListener complete(long nextInput, InputCounts sofar) {
      return new ShardListener() {
        @Override
        public void written(ShardEntry shard, ShardProof file) {
          // A file without its final name is not one of the files that this writer has to delete.
        }

        @Override
        public void named(ShardEntry shard) {
          shards.add(shard);
        }
      };
    }
  }
}
