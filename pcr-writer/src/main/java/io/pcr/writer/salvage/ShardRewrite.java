package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.restore.RestoreRegionBuilder;
import io.pcr.format.internal.shard.EncodedRestoreRegion;
import io.pcr.format.internal.shard.ShardContent;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.shard.StagedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Optional;

/**
 * Writes a shard with some of the samples of another: slices, values and restore records are taken
 * over byte for byte, each proved by its checksum once more on the way. For one thread, once.
 */
final class ShardRewrite implements ShardContent {
  private final ShardParts files;
  private final ShardFile shard;
  private final int[] kept;
  private final Limits limits;
  private final IdentityHashMap<ByteSource, Optional<RestoreRegion>> restores =
      new IdentityHashMap<>();

  private ShardRewrite(ShardParts files, ShardFile shard, BitSet kept, Limits limits) {
    this.files = files;
    this.shard = shard;
    this.kept = kept.stream().toArray();
    this.limits = limits;
  }

  /**
   * Writes the shard.
   *
   * @param files in which each of these samples is whole
   * @param shard any of the files, which say the same of their samples
   * @param kept the samples to take over
   */
  static ShardPlan write(
      Path target,
      ShardParts files,
      ShardFile shard,
      BitSet kept,
      Limits limits,
      DurableSteps steps)
      throws IOException {
    ShardRewrite rewrite = new ShardRewrite(files, shard, kept, limits);
    ShardPlan plan =
        ShardPlan.of(shard.head().variant(), rewrite.metadata(), rewrite.restoreRegion());
    try (AtomicFile file = AtomicFile.create(target, steps)) {
      StagedChannel channel = new StagedChannel(file.channel());
      plan.writeTo(channel, rewrite);
      channel.flush();
      file.commit();
    }
    return plan;
  }

  private ShardMetadata metadata() throws IOException {
    ShardMetadata old = shard.metadata();
    ShardMetadataBuilder metadata = ShardMetadata.builder(old.groupCount()).targets(old.targets());
    for (int sample : kept) {
      metadata.add(old.entry(sample));
    }
    for (int number = 0; number < old.columns().size(); number++) {
      metadata.addColumn(column(number));
    }
    return metadata.build();
  }

  private Column column(int number) throws IOException {
    Column old = shard.metadata().columns().get(number);
    ColumnBuilder column = new ColumnBuilder(old.spec());
    for (int i = 0; i < kept.length; i++) {
      if (!old.isPresent(kept[i])) {
        column.addAbsent();
        continue;
      }
      column.add(ColumnValue.of(old.spec(), value(old, number, i)));
    }
    return column.build();
  }

  private ByteBuffer value(Column column, int number, int i) throws IOException {
    return column.spec().placement() == Placement.INLINE
        ? column.bytes(kept[i])
        : columnValue(number, i);
  }

  private Optional<EncodedRestoreRegion> restoreRegion() throws IOException {
    if (shard.regions().restore().isEmpty()) {
      return Optional.empty();
    }
    RestoreRegionBuilder builder = new RestoreRegionBuilder();
    for (int sample : kept) {
      RestoreRecord record =
          files.hasOriginal(sample)
              ? restore(files.ofOriginal(sample)).orElseThrow().record(sample)
              : RestoreRecord.NONE;
      builder.add(record, sourceSha256(sample));
    }
    return Optional.of(builder.build());
  }

  /** All files say the same of all originals, so that one whose directory is whole tells them. */
  private Optional<Sha256> sourceSha256(int sample) throws IOException {
    for (ByteSource source : files.all()) {
      Optional<RestoreRegion> region = restore(source);
      if (region.isPresent()) {
        return region.get().directory().sourceSha256(sample);
      }
    }
    return Optional.empty();
  }

  /** The restore region of a file, opened once; empty when its directory is damaged. */
  private Optional<RestoreRegion> restore(ByteSource source) throws IOException {
    Optional<RestoreRegion> known = restores.get(source);
    if (known == null) {
      try {
        known = RestoreRegion.of(shard, source, limits);
      } catch (IOException e) {
        DamageOrShortage.requireDamage(e);
        known = Optional.empty();
      }
      restores.put(source, known);
    }
    return known;
  }

  @Override
  public ByteBuffer slice(int group, int sample) throws IOException {
    int length = shard.metadata().sliceLength(group, kept[sample]);
    return read(kept[sample], shard.layout().slicePosition(group, kept[sample]), length);
  }

  @Override
  public ByteBuffer columnValue(int column, int sample) throws IOException {
    int length = shard.metadata().columns().get(column).valueLength(kept[sample]);
    long position = shard.layout().columnValuePosition(column, kept[sample]);
    return read(kept[sample], position, length);
  }

  private ByteBuffer read(int sample, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    if (length > 0) {
      files.ofSample(sample).readFully(position, bytes);
    }
    return bytes.flip();
  }
}
