package io.pcr.format.internal.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/** A dataset written out sample by sample. */
public final class ListedShards implements IndexSource {
  /** A sample of a listed shard. */
  public record Listed(String key, OptionalLong label) {}

  private final List<ShardKeys> shards = new ArrayList<>();

  /** Adds a shard whose samples have these keys and, from 0 on, these labels or none. */
  public ListedShards shard(String name, List<String> keys, long... labels) {
    List<Listed> samples = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      samples.add(
          new Listed(
              keys.get(i), i < labels.length ? OptionalLong.of(labels[i]) : OptionalLong.empty()));
    }
    return shard(name, samples, samples.size());
  }

  /** Adds a shard that the manifest says has another number of samples. */
  public ListedShards shard(String name, List<Listed> samples, int stated) {
    shards.add(
        new ShardKeys() {
          @Override
          public ShardTable.Entry entry() {
            return new ShardTable.Entry(name, NO_UUID, stated);
          }

          @Override
          public void forEachSample(SampleConsumer consumer) throws IOException {
            for (Listed sample : samples) {
              consumer.sample(sample.key().getBytes(StandardCharsets.UTF_8), sample.label());
            }
          }
        });
    return this;
  }

  @Override
  public IndexIdentity identity() {
    return new IndexIdentity(new UUID(1, 2), 3);
  }

  @Override
  public List<ShardKeys> shards() {
    return shards;
  }
}
