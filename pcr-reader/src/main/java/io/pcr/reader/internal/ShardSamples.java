package io.pcr.reader.internal;

import io.pcr.format.index.ShardKeys;
import io.pcr.format.index.ShardTable;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.UUID;

/** The samples of a shard as an index is built from them. */
record ShardSamples(Shard shard, ShardTable.Entry entry, ShardFormat format) implements ShardKeys {
  @Override
  public String name() {
    return entry.name();
  }

  @Override
  public int sampleCount() {
    return entry.sampleCount();
  }

  @Override
  public UUID uuid() {
    return entry.uuid();
  }

  @Override
  public void forEachSample(SampleConsumer consumer) throws IOException {
    format.forEachSample(shard, consumer);
  }
}
