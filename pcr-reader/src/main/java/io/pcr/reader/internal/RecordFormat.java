package io.pcr.reader.internal;

import io.pcr.format.index.ShardKeys;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.Shard;
import java.io.IOException;

/** Shards that are TFRecord files. */
final class RecordFormat implements ShardFormat {
  @Override
  public Shard open(ShardEntry entry, SourceOpener opener, ReaderContext context) {
    return new RecordShard(entry, opener, context);
  }

  @Override
  public void forEachSample(Shard shard, ShardKeys.SampleConsumer consumer) throws IOException {
    ((RecordShard) shard).forEachSample(consumer);
  }
}
