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
import io.pcr.writer.source.Findings;
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
  public static Report of(ConversionOptions options, ConversionListener listener)
      throws IOException {
    OutputFolder.requireNew(options.out(), options.source());
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

  private static Report look(
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
    return new Report(
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

  /**
   * What a conversion would find in a source. Immutable and thread-safe.
   *
   * @param inputs the number of inputs
   * @param inputBytes the number of bytes of the inputs
   * @param byType the number of inputs of each kind of image, by their first bytes
   * @param unreadable the number of inputs that have the name of an image and are not images, or
   *     cannot be read
   * @param rejected the number of images that the options would reject
   * @param classes the number of classes
   * @param listed the number of entries of the source that are not inputs, by reason
   * @param findings what else the user should know about the source
   * @param shards the approximate number of shards that the conversion would make
   */
  public record Report(
      long inputs,
      long inputBytes,
      Map<MediaType, Long> byType,
      long unreadable,
      long rejected,
      int classes,
      Map<RejectReason, Long> listed,
      Findings findings,
      long shards) {
    public Report {
      byType = Map.copyOf(byType);
      listed = Map.copyOf(listed);
    }

    /** The number of entries of the source that the conversion would certainly reject. */
    public long leftOut() {
      return unreadable + rejected + RejectCounts.rejects(listed);
    }

    /** The number of files next to the images that are not images. */
    public long notImages() {
      return listed.getOrDefault(RejectReason.OTHER_FILE, 0L);
    }
  }
}
