package io.pcr.format.internal.shard;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A shard about to be written: its metadata is known, its samples are handed out while it is
 * written. The same input gives the same bytes. Immutable; can be written more than once.
 */
public final class ShardPlan {
  private final ShardFile shard;
  private final byte[] metadataFrame;
  private final Optional<EncodedRestoreRegion> restore;

  private ShardPlan(ShardFile shard, byte[] metadataFrame, Optional<EncodedRestoreRegion> restore) {
    this.shard = shard;
    this.metadataFrame = metadataFrame;
    this.restore = restore;
  }

  /**
   * Plans a shard.
   *
   * @throws InvalidFieldException when the samples are not of the variant, or something is longer
   *     than the format allows
   */
  public static ShardPlan of(
      ShardVariant variant, ShardMetadata metadata, Optional<EncodedRestoreRegion> restore) {
    requireNonNull(restore, "restore");
    byte[] frame = metadata.encode();
    RegionTable regions = regions(variant, metadata, frame, restore);
    ShardHead head =
        new ShardHead(
            variant,
            ShardHead.WRITER_ID,
            Features.NONE,
            regions.regions().size(),
            regions.end() + regions.metadata().end() + TrailerLayout.LENGTH,
            ShardHead.deriveUuid(regions.encode(), metadata.flatBuffer()),
            metadata.sampleCount(),
            0);
    ShardLayout layout = ShardLayout.of(variant, metadata, regions);
    ShardFile shard =
        new ShardFile(head.withCrc32cOver(regions), regions, metadata, layout, Optional.empty());
    return new ShardPlan(shard, frame, restore);
  }

  private static RegionTable regions(
      ShardVariant variant,
      ShardMetadata metadata,
      byte[] frame,
      Optional<EncodedRestoreRegion> restore) {
    List<RegionPlan> plans = RegionPlan.of(variant, metadata);
    int count = 1 + plans.size() + (restore.isPresent() ? 1 : 0);
    List<Region> regions = new ArrayList<>();
    long start = ShardHead.headLength(count);
    regions.add(new Region(RegionKind.METADATA, 0, Crc32C.of(frame), start, frame.length));
    long end = start + frame.length;
    for (RegionPlan plan : plans) {
      regions.add(new Region(plan.kind(), plan.number(), 0, end, plan.length()));
      end += plan.length();
    }
    if (restore.isPresent()) {
      EncodedRestoreRegion region = restore.get();
      regions.add(
          new Region(RegionKind.RESTORE, 0, region.directoryCrc32c(), end, region.length()));
    }
    return new RegionTable(regions);
  }

  /** What a manifest says of its RESTORE region. */
  public RestoreExtent restoreExtent() {
    return restore.map(EncodedRestoreRegion::extent).orElse(RestoreExtent.NONE);
  }

  /** The shard as a reader will see it. */
  public ShardFile shard() {
    return shard;
  }

  /**
   * Writes the shard from the channel's position on, in one pass. Every slice and value is compared
   * with its length and checksum in the metadata on the way out, and is one write: a channel where
   * each write costs much needs a buffer in front of it.
   *
   * @param content is asked for every slice and value of EARLY and LATE columns, in file order
   * @throws PcrException.Corrupt when the content is not what the metadata says
   */
  public void writeTo(WritableByteChannel channel, ShardContent content) throws IOException {
    writeFront(channel);
    for (Region region : shard.regions().regions()) {
      switch (region.kind()) {
        case SCAN_GROUP, FORMAT -> writeSamples(channel, region, content);
        case COLUMN -> writeColumn(channel, region.number(), content);
        case RESTORE -> {
          for (ByteBuffer buffer : restore.orElseThrow().buffers()) {
            write(channel, buffer);
          }
        }
        case METADATA -> {}
      }
    }
    writeFront(channel);
    long front = shard.layout().prefixLength(0);
    write(channel, new Trailer(shard.head().totalLength(), (int) front).encode());
  }

  /** Head, region table and metadata; once more behind the regions. */
  private void writeFront(WritableByteChannel channel) throws IOException {
    write(channel, ShardHead.encode(shard.head(), shard.regions()));
    write(channel, ByteBuffer.wrap(metadataFrame));
  }

  /** The buffer's position stays as it is. */
  private static void write(WritableByteChannel channel, ByteBuffer buffer) throws IOException {
    ByteBuffer rest = buffer.duplicate();
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  private void writeSamples(WritableByteChannel channel, Region region, ShardContent content)
      throws IOException {
    boolean format = region.kind() == RegionKind.FORMAT;
    int group = format ? 1 : region.number();
    ShardMetadata metadata = shard.metadata();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      if (!format || metadata.encoding(sample).id() == region.number()) {
        ByteBuffer slice = content.slice(group, sample);
        metadata.checkSlice(
            group, sample, slice, origin(shard.layout().slicePosition(group, sample)));
        write(channel, slice);
      }
    }
  }

  private void writeColumn(WritableByteChannel channel, int column, ShardContent content)
      throws IOException {
    ShardMetadata metadata = shard.metadata();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      ByteBuffer value = content.columnValue(column, sample);
      metadata
          .columns()
          .get(column)
          .checkValue(sample, value, origin(shard.layout().columnValuePosition(column, sample)));
      write(channel, value);
    }
  }

  private static Origin origin(long position) {
    return new Origin("the shard being written", position);
  }
}
