package io.pcr.writer.internal.shard;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.column.Placement;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.restore.RestoreRegionBuilder;
import io.pcr.format.internal.shard.EncodedRestoreRegion;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.internal.encode.ProgressiveEncoder;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Shards in the container of the format, which describes itself: of scan groups, or of whole
 * samples. Immutable and thread-safe.
 */
public final class ContainerShardFormat implements ShardFormat {
  private static final int ONE_GROUP = 1;

  private final ShardVariant variant;
  private final ShardSpec run;
  private final Optional<ScanChoice> scans;
  private final Encoding encoding;

  private ContainerShardFormat(
      ShardVariant variant, ShardSpec run, Optional<ScanChoice> scans, Encoding encoding) {
    this.variant = requireNonNull(variant, "variant");
    this.run = requireNonNull(run, "run");
    this.scans = requireNonNull(scans, "scans");
    this.encoding = requireNonNull(encoding, "encoding");
  }

  /** How the samples of a run are encoded. Thread-safe. */
  public interface Encoding {
    /** As {@link ShardFormat#newEncoder}. */
    SampleEncoder newEncoder();

    /** As {@link ShardFormat#bytesUnderWay}. */
    long bytesUnderWay(long sourceBytes, long place);
  }

  /** Shards of scan groups, as the run spreads scans over them. */
  public static ContainerShardFormat progressive(ShardSpec run) {
    return new ContainerShardFormat(
        ShardVariant.PCR, run, Optional.of(run.encode().scans()), new Progressive(run.encode()));
  }

  /** Shards of whole samples. */
  public static ContainerShardFormat liquid(ShardSpec run, Encoding encoding) {
    return new ContainerShardFormat(ShardVariant.LIQUID, run, Optional.empty(), encoding);
  }

  @Override
  public String suffix() {
    return variant == ShardVariant.PCR ? ".pcr" : ".pcrl";
  }

  @Override
  public SampleEncoder newEncoder() {
    return encoding.newEncoder();
  }

  @Override
  public long bytesUnderWay(long sourceBytes, long place) {
    return encoding.bytesUnderWay(sourceBytes, place);
  }

  @Override
  public ShardEntry write(String name, ShardSamples samples, WritableByteChannel channel)
      throws IOException {
    ShardBody body = new ShardBody(samples, run.columns());
    ShardPlan plan = ShardPlan.of(variant, metadata(samples, body), Optional.of(restore(samples)));
    plan.writeTo(channel, body);
    return ShardEntries.of(name, plan);
  }

  @Override
  public void check(ShardEntry entry, ByteSource written, ShardSamples samples) throws IOException {
    WrittenContainer.check(entry, written, samples, run.encode().limits());
  }

  private ShardMetadata metadata(ShardSamples samples, ShardBody body) throws RunRejectedException {
    ShardMetadataBuilder metadata =
        ShardMetadata.builder(scans.map(ScanChoice::groupCount).orElse(ONE_GROUP))
            .targets(scans.flatMap(ScanChoice::targets));
    samples.list().forEach(sample -> metadata.add(sample.entry()));
    List<Column> columns = body.columns();
    columns.forEach(metadata::addColumn);
    ShardMetadata built = metadata.build();
    requireReadable(built.flatBuffer().remaining(), columns);
    return built;
  }

  /** Readers refuse longer metadata: the shard could be written, but not be read. */
  private void requireReadable(int length, List<Column> columns) throws RunRejectedException {
    long most = run.encode().limits().metadataBytes();
    if (length > most) {
      String largest =
          columns.stream()
              .filter(column -> column.spec().placement() == Placement.INLINE)
              .max(Comparator.comparingLong(ContainerShardFormat::length))
              .map(c -> ", " + length(c) + " of them for the column " + c.spec().name())
              .orElse("");
      throw new RunRejectedException(
          String.format(
              Locale.ROOT,
              "the metadata of a shard would have %d bytes%s; readers read at most %d: use smaller"
                  + " shards (--shard-samples), or place large columns early or late",
              length,
              largest,
              most));
    }
  }

  private static long length(Column column) {
    long length = 0;
    for (int sample = 0; sample < column.sampleCount(); sample++) {
      length += column.valueLength(sample);
    }
    return length;
  }

  /** There also where no original is kept: by their SHA-256 known sources are known again. */
  private static EncodedRestoreRegion restore(ShardSamples samples) {
    RestoreRegionBuilder region = new RestoreRegionBuilder();
    samples.list().forEach(sample -> region.add(sample.restore(), sample.sourceSha256()));
    return region.build();
  }

  @Override
  public Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) != noted.totalLength()) {
      return Optional.empty();
    }
    try (ByteSource source = FileByteSource.open(file)) {
      ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
      RestoreExtent restore = RestoreRegion.extent(source, shard, Limits.DEFAULT);
      ShardEntry found = ShardEntries.of(noted.name(), shard, restore);
      return found.shardUuid().equals(noted.shardUuid()) ? Optional.of(found) : Optional.empty();
    } catch (NoSuchFileException | PcrException e) {
      return Optional.empty();
    }
  }

  /** Encodes images as scans, in about the memory that their files take. */
  private record Progressive(EncodeSettings settings) implements Encoding {
    @Override
    public SampleEncoder newEncoder() {
      return new ProgressiveEncoder(settings);
    }

    @Override
    public long bytesUnderWay(long sourceBytes, long place) {
      return sourceBytes;
    }
  }
}
