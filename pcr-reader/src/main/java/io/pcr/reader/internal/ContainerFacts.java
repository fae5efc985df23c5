package io.pcr.reader.internal;

import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** What the metadata of a container says of a sample. */
record ContainerFacts(ContainerShard shard, ShardMetadata metadata, int ordinal)
    implements SampleFacts {
  @Override
  public String key() {
    return metadata.key(ordinal);
  }

  @Override
  public OptionalLong label() {
    return metadata.label(ordinal);
  }

  @Override
  public int width() {
    return metadata.width(ordinal);
  }

  @Override
  public int height() {
    return metadata.height(ordinal);
  }

  /** Costs a read where the column is not in the metadata. */
  @Override
  public Optional<ColumnValue> value(String name) throws IOException {
    Optional<Column> stored = metadata.column(name).filter(column -> column.isPresent(ordinal));
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    Column column = stored.get();
    if (column.spec().placement() == Placement.INLINE) {
      return Optional.of(column.value(ordinal));
    }
    ByteBuffer row = shard.columnValue(metadata.columns().indexOf(column), ordinal);
    return Optional.of(ColumnValue.of(column.spec(), row));
  }
}
