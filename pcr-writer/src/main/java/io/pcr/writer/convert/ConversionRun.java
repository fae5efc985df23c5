package io.pcr.writer.convert;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.internal.convert.BaseDataset;
import io.pcr.writer.internal.convert.LabelMap;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.FileProof;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.journal.ShardProof;
import io.pcr.writer.internal.pipeline.EncodingWorker;
import io.pcr.writer.internal.pipeline.ShardPipeline;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardListener;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.internal.source.InputPresentException;
import io.pcr.writer.internal.source.InputPresentException.Original;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * The part of a conversion that makes shards: inputs in their order, from the first that is in no
 * shard yet.
 */
final class ConversionRun implements ShardPipeline.Listener {
  private final ConversionOptions options;
  private final ConversionListener listener;
  private final SampleSource source;
  private final LabelMap labels;
  private final Optional<BaseDataset> base;
  private final FinishedShards finished;
  private final RejectLog rejects;
  private final ShardFormat format;
  private final ShardWriter writer;

  ConversionRun(
      ConversionOptions options,
      ConversionListener listener,
      SampleSource source,
      LabelMap labels,
      Optional<BaseDataset> base,
      FinishedShards finished,
      RejectLog rejects,
      ShardFormat format,
      ShardWriter writer) {
    this.options = options;
    this.listener = listener;
    this.source = source;
    this.labels = labels;
    this.base = base;
    this.finished = finished;
    this.rejects = rejects;
    this.format = format;
    this.writer = writer;
  }

  /** Makes all shards that are still to be made; returns what became of all inputs. */
  InputCounts run() throws IOException, InterruptedException {
    ZstdLibrary.require();
    JpegDecoder.requireLibrary();
    InputCounts tally = finished.tally();
    listener.started(source.count(), source.totalBytes(), tally.copy());
    try (KnownSamples known =
            base.isPresent() ? KnownSamples.of(base.get(), source.columns()) : null;
        ShardPipeline<Long> pipeline =
            new ShardPipeline<>(
                options.threads(),
                () -> new InputWorker(known),
                options.shards(),
                writer,
                finished.nextShard(),
                tally,
                this)) {
      LongUnaryOperator order = options.order().over(source.count());
      for (long place = finished.nextInput(); place < source.count(); place++) {
        long input = order.applyAsLong(place);
        long bytes = source.sizeOf(input);
        pipeline.submit(input, place, format.bytesUnderWay(bytes, place), bytes);
      }
      pipeline.finish(source.count());
    }
    return tally;
  }

  @Override
  public void encoded(EncodedSample sample) {
    listener.encoded(sample.entry().source().length(), sample.bytes());
  }

  @Override
  public void rejected(InputRejectedException e) throws IOException {
    if (options.stopAtReject()) {
      throw new ConversionStoppedException(e.reject());
    }
    rejects.add(e.reject());
    listener.rejected(e.reject());
  }

  @Override
  public void present(InputPresentException e) {
    listener.present(e.bytes());
  }

  @Override
  public ShardListener complete(long nextInput, InputCounts tally) throws IOException {
    rejects.flush();
    FileProof rejected = rejects.proof();
    return new ShardListener() {
      @Override
      public void written(ShardEntry shard, ShardProof file) throws IOException {
        rejects.force();
        finished.add(shard, noted(shard, file, nextInput, rejected, tally));
      }

      @Override
      public void nameTaken(ShardEntry shard) throws IOException {
        finished.nameTaken();
      }
    };
  }

  private static FinishedShard noted(
      ShardEntry shard, ShardProof file, long nextInput, FileProof rejected, InputCounts tally) {
    return new FinishedShard(
        shard.name(),
        shard.shardUuid(),
        file,
        shard.sampleCount(),
        shard.sourceBytes(),
        nextInput,
        rejected,
        tally);
  }

  /** Reads and encodes. */
  private final class InputWorker implements EncodingWorker<Long> {
    private final KnownSamples known;
    private final SampleSource.Reader reader = source.reader();
    private final SampleEncoder encoder = format.newEncoder();

    InputWorker(KnownSamples known) {
      this.known = known;
    }

    @Override
    public EncodedSample encode(Long input, long place) throws IOException {
      SourceSample read = reader.read(input);
      SourceSample sample =
          new SourceSample(read.key(), labels.map(read.label()), read.bytes(), read.columnValues());
      if (known != null) {
        requireNew(sample);
      }
      return encoder.encode(sample, place);
    }

    private void requireNew(SourceSample sample) throws IOException {
      long bytes = sample.bytes().remaining();
      switch (known.find(sample)) {
        case NOTHING -> {}
        case THE_SAME -> throw new InputPresentException(sample.key(), bytes, Original.KEPT);
        case WITHOUT_ORIGINAL ->
            throw new InputPresentException(sample.key(), bytes, Original.NOT_KEPT);
        case WITH_DAMAGED_ORIGINAL ->
            throw new InputPresentException(sample.key(), bytes, Original.DAMAGED);
        case ANOTHER -> throw present(sample, "");
        case UNREADABLE -> throw present(sample, ", in a shard that cannot be read");
      }
    }

    private InputRejectedException present(SourceSample sample, String where) {
      String detail = "the dataset already has a sample with this key" + where;
      return new InputRejectedException(
          new Reject(sample.key(), RejectReason.DUPLICATE_KEY, detail, sample.bytes().remaining()));
    }

    @Override
    public void close() throws IOException {
      try (reader) {
        encoder.close();
      }
    }
  }
}
