package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.keys.NumberedShards;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The shards of a root that is about to be committed, all of whose files are there. */
final class RootShards {
  private final ShardList list;
  private final ShardFinder finder;
  private final List<ShardKeys> keys;

  /**
   * @param limits bound what reading the shards takes
   * @param notices told which shards have other names
   */
  RootShards(Path folder, Manifest root, Limits limits, Consumer<String> notices)
      throws IOException {
    finder = ShardFinder.local(folder, root, notices);
    list = finder.list();
    keys = finder.indexSource(limits).shards();
  }

  int size() {
    return list.size();
  }

  ShardEntry entry(int position) throws IOException {
    return list.get(position);
  }

  /** The keys of a shard, which is opened when they are asked for. */
  ShardKeys keys(int position) {
    return keys.get(position);
  }

  /** The file of a shard; the caller closes it. */
  ByteSource open(int position) throws IOException {
    return finder.open(entry(position));
  }

  /** The position of the first shard with this number or a higher one. */
  int firstFrom(int shardNumber) throws IOException {
    int position = size();
    while (position > 0 && list.shardNumber(position - 1) >= shardNumber) {
      position--;
    }
    return position;
  }

  /** The position of the shard with a number; empty when there is none. */
  OptionalInt position(long shardNumber) throws IOException {
    return list.positionOf(shardNumber);
  }

  NumberedShards numbered() {
    return NumberedShards.of(list);
  }
}
