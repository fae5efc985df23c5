package io.pcr.writer.convert;

import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.media.MediaType;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.convert.LabelMap;
import io.pcr.writer.internal.convert.OutputFolder;
import io.pcr.writer.internal.reject.RejectCounts;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.shard.ShardCut;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.kind.SourceInputs;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.reject.RejectReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Examines a source without converting it. It writes only temporary files. */
public final class DryRun {
  private DryRun() {}

  /** Lists the source and examines the first bytes of every input. */
  public static DryRunReport of(ConversionOptions options, ConversionListener listener)
      throws IOException {
    OutputFolder.requireNew(options.out(), options.source().root());
    Path temporary = Files.createTempDirectory("pcr-dry-run");
    try {
      Path listing = temporary.resolve("listing");
      Path rejects = temporary.resolve("rejects");
      SourceInput input = SourceInputs.of(options.source());
      try (RejectLog log = RejectLog.open(rejects, 0, listener::skipped)) {
        input.list(listing, log, listener::listing);
      }
      Map<RejectReason, Long> listed = RejectCounts.of(rejects, 0);
      try (SampleSource source = input.open(listing);
          SampleSource.Reader reader = source.reader()) {
        return look(options, source, reader, listed);
      }
    } finally {
      OwnFolder.delete(temporary);
    }
  }

  private static DryRunReport look(
      ConversionOptions options,
      SampleSource source,
      SampleSource.Reader reader,
      Map<RejectReason, Long> listed)
      throws IOException {
    Map<MediaType, Long> byType = new EnumMap<>(MediaType.class);
    if (source.count() == 0) {
      throw new RunRejectedException(options.source().root() + " holds no images that can be read");
    }
    RunFormat.of(options, source, LabelMap.of(source.classNames()));
    boolean jpegAlone = options.encode().nonJpeg() == NonJpegPolicy.REJECT;
    long unreadable = 0;
    long rejected = 0;
    for (long input = 0; input < source.count(); input++) {
      Optional<MediaType> type = typeOf(reader, input);
      if (type.isEmpty()) {
        unreadable++;
        continue;
      }
      byType.merge(type.get(), 1L, Long::sum);
      if (jpegAlone && type.get() != MediaType.JPEG) {
        rejected++;
      }
    }
    return new DryRunReport(
        source.count(),
        source.totalBytes(),
        byType,
        unreadable,
        rejected,
        source.classNames().size(),
        listed,
        source.findings(),
        shards(options, source));
  }

  /** Where all inputs of a shard are rejected, there is one less. */
  private static long shards(ConversionOptions options, SampleSource source) throws IOException {
    ShardCut cut = new ShardCut(options.shards());
    LongUnaryOperator order = options.order().over(source.count());
    long shards = 1;
    for (long place = 0; place < source.count(); place++) {
      shards += cut.endsBefore(source.sizeOf(order.applyAsLong(place))) ? 1 : 0;
    }
    return shards;
  }

  private static Optional<MediaType> typeOf(SampleSource.Reader reader, long input)
      throws IOException {
    try {
      Optional<MediaType> told = MediaType.sniff(reader.head(input, MediaType.SNIFF_LENGTH));
      if (told.isPresent()) {
        return told;
      }
      SourceSample sample = reader.read(input);
      return MediaType.of(sample.key(), sample.bytes());
    } catch (InputRejectedException e) {
      return Optional.empty();
    }
  }
}
