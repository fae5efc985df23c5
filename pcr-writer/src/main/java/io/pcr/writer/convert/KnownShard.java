package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreDirectory;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.SourceValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What a container shard says of its samples and of their originals, without what it stores of
 * them. Immutable.
 *
 * @param originals how they are given back; empty where nothing says so
 * @param isDamaged whether what says so is damaged
 */
record KnownShard(ShardMetadata metadata, Optional<RestoreDirectory> originals, boolean isDamaged) {
  /** What an intact shard says. */
  static KnownShard read(ListedShard listed, ByteSource source) throws IOException {
    ShardFile shard = listed.open(source, Limits.DEFAULT);
    Optional<RestoreRegion> originals =
        ListedShard.restoreRegion(Optional.of(listed), shard, source, Limits.DEFAULT);
    return new KnownShard(shard.metadata(), originals.map(RestoreRegion::directory), false);
  }

  /** What a shard says whose restore data is damaged. */
  static KnownShard withoutOriginals(ListedShard listed, ByteSource source) throws IOException {
    ShardFile shard = listed.open(source, Limits.DEFAULT);
    return new KnownShard(shard.metadata(), Optional.empty(), true);
  }

  /**
   * Whether a sample is of this key, label and columns, and made of the same bytes; of as many
   * bytes where what would tell is damaged.
   */
  boolean isSame(int ordinal, SourceSample input, List<ColumnSpec> columns) {
    if (!metadata.key(ordinal).equals(input.key())
        || !metadata.label(ordinal).equals(input.label())
        || metadata.sourceLength(ordinal) != input.bytes().remaining()) {
      return false;
    }
    for (int i = 0; i < columns.size(); i++) {
      Optional<Column> column = metadata.column(columns.get(i).name());
      if (column.isEmpty()
          || !column.get().spec().kind().equals(columns.get(i).kind())
          || !isSame(column.get(), ordinal, input.columnValues().get(i))) {
        return false;
      }
    }
    // The hash last: it costs most.
    if (isDamaged) {
      return true;
    }
    Optional<Sha256> stored = originals.flatMap(kept -> kept.sourceSha256(ordinal));
    return stored.isPresent() && stored.get().equals(Sha256.of(input.bytes()));
  }

  /** Whether the shard says how the original of a sample is had from it. */
  boolean hasOriginal(int ordinal) {
    return originals.isPresent() && originals.get().kind(ordinal) != RestoreKind.NONE;
  }

  private static boolean isSame(Column column, int ordinal, Object value) {
    if (value == null || !column.isPresent(ordinal)) {
      return value == null && !column.isPresent(ordinal);
    }
    return isSameBytes(column, ordinal, SourceValue.of(column.spec(), value).bytes());
  }

  private static boolean isSameBytes(Column column, int ordinal, ByteBuffer value) {
    if (column.spec().placement() == Placement.INLINE) {
      return column.bytes(ordinal).equals(value);
    }
    return column.valueLength(ordinal) == value.remaining()
        && column.valueCrc32c(ordinal) == Crc32C.of(value);
  }
}
