package io.pcr.writer.internal.publish;

import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeyPlace;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.RecordPlaces;
import java.io.IOException;
import java.util.OptionalLong;

/** What the index of keys says of the samples of a shard. For one thread. */
final class ShardKeyEntries implements ShardKeys.SampleConsumer {
  private final ShardEntry shard;
  private final RecordPlaces places;
  private final KeyEntries out;
  private final KeyHash hash = new KeyHash();
  private int ordinal;

  private ShardKeyEntries(ShardEntry shard, ByteSource source, KeyEntries out) {
    this.shard = shard;
    this.places = new RecordPlaces(source, shard.compression());
    this.out = out;
  }

  /** Adds the entries of all samples of a shard, whose metadata, or records, are read for it. */
  static void addAll(RootShards shards, int position, KeyEntries out) throws IOException {
    try (ByteSource source = shards.open(position)) {
      shards.keys(position).forEachSample(new ShardKeyEntries(shards.entry(position), source, out));
    }
  }

  @Override
  public void sample(byte[] key, OptionalLong label) throws IOException {
    add(key, KeyPlace.UNKNOWN);
  }

  @Override
  public void sample(byte[] key, OptionalLong label, RecordPosition position) throws IOException {
    add(key, places.of(position));
  }

  private void add(byte[] key, KeyPlace place) throws IOException {
    out.add(new KeyEntry(hash.of(key), shard.shardNumber(), ordinal++, place));
  }
}
