package io.pcr.reader.internal;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.List;

/** Shards that are TFRecord files. */
final class RecordFormat implements ShardFormat {
  @Override
  public Shard open(
      ShardEntry entry, List<ColumnSpec> columns, SourceOpener opener, ReaderContext context) {
    return new RecordShard(entry, columns, opener, context);
  }

  @Override
  public void forEachSample(Shard shard, ShardKeys.SampleConsumer consumer) throws IOException {
    ((RecordShard) shard).forEachSample(consumer);
  }
}
