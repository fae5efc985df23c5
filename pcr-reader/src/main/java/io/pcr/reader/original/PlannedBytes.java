package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/**
 * How many bytes a restore is going to write, added up from the metadata before anything is
 * written. An original that is longer than its metadata says is never handed out, so that no more
 * comes of these shards; what compressed TFRecords hold, nobody knows before they are read.
 *
 * @param bytes of the originals
 * @param shardBytes of the shards that they come from
 */
record PlannedBytes(long bytes, long shardBytes) {
  /** Chooses among the originals. */
  interface Choice {
    boolean isWritten(String key, long length) throws IOException;
  }

  /** Adds up all shards; those that cannot be opened give nothing, as the restore will say. */
  static PlannedBytes of(
      DatasetFiles dataset, List<ShardEntry> shards, Choice choice, int threads, Limits limits)
      throws IOException {
    LongAdder bytes = new LongAdder();
    LongAdder shardBytes = new LongAdder();
    Parallel.forEach(
        shards,
        threads,
        (position, entry) -> {
          try {
            PlannedBytes planned = of(dataset, entry, choice, limits);
            bytes.add(planned.bytes());
            shardBytes.add(planned.shardBytes());
          } catch (IOException e) {
            // Nothing can be had of it.
          }
        });
    return new PlannedBytes(bytes.sum(), shardBytes.sum());
  }

  private static PlannedBytes of(
      DatasetFiles dataset, ShardEntry entry, Choice choice, Limits limits) throws IOException {
    try {
      return open(dataset, entry, choice, limits);
    } catch (PcrException e) {
      if (!entry.variant().isContainer() || !dataset.findIntact(entry.name())) {
        throw e;
      }
    }
    return open(dataset, entry, choice, limits);
  }

  private static PlannedBytes open(
      DatasetFiles dataset, ShardEntry entry, Choice choice, Limits limits) throws IOException {
    try (ByteSource source = dataset.open(entry.name())) {
      return new PlannedBytes(of(entry, source, choice, limits), source.length());
    }
  }

  private static long of(ShardEntry entry, ByteSource source, Choice choice, Limits limits)
      throws IOException {
    if (!entry.variant().isContainer()) {
      boolean isPlain = entry.compression().equals(Compression.NONE);
      return isPlain ? source.length() : 0;
    }
    ShardFile shard = ShardEntries.open(Optional.of(entry), source, limits);
    ShardMetadata metadata = shard.metadata();
    IntPredicate kept = kept(shard, source, limits);
    long bytes = 0;
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      long length = metadata.sourceLength(sample);
      if (length <= limits.sliceBytes()
          && kept.test(sample)
          && choice.isWritten(metadata.key(sample), length)) {
        bytes += length;
      }
    }
    return bytes;
  }

  /** The samples whose originals may be had. */
  private static IntPredicate kept(ShardFile shard, ByteSource source, Limits limits)
      throws IOException {
    Optional<RestoreRegion> region = RestoreRegion.of(shard, source, limits);
    return sample ->
        region.isPresent() && region.get().directory().kind(sample) != RestoreKind.NONE;
  }
}
