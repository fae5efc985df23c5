package io.pcr.reader.internal;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Shards in the format's own container. */
final class ContainerFormat implements ShardFormat {

  @Override
  public Shard open(
      ShardEntry entry, List<ColumnSpec> columns, SourceOpener opener, ReaderContext context) {
    return new ContainerShard(entry.name(), Optional.of(entry), opener, context);
  }

  @Override
  public void forEachSample(Shard shard, ShardKeys.SampleConsumer consumer) throws IOException {
    ShardMetadata metadata = ((ContainerShard) shard).file().metadata();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      byte[] key = new byte[metadata.keyBytes(sample).remaining()];
      metadata.keyBytes(sample).get(key);
      consumer.sample(key, metadata.label(sample).orElse(ShardKeys.NO_LABEL));
    }
  }
}
