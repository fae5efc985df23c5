package io.pcr.format.manifest;

import io.pcr.format.internal.tables.ShardTableTable;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** The vectors of a table of shards, from its entries. */
final class ShardVectors {
  private static final int UUID_LENGTH = 16;

  private ShardVectors() {}

  static ShardTableTable of(List<ShardEntry> shards) {
    return new ShardTableTable(
        names(shards),
        bytes(shards, shard -> shard.name().length()),
        ints(shards, ShardEntry::shardNumber),
        bytes(shards, shard -> shard.variant().id()),
        bytes(shards, shard -> shard.compression().id()),
        uuids(shards),
        longs(shards, ShardEntry::totalLength),
        ints(shards, ShardEntry::sampleCount),
        ints(shards, ShardEntry::headCrc32c),
        prefixLengths(shards),
        longs(shards, ShardEntry::restoreLength),
        ints(shards, ShardEntry::restoreDirectoryLength),
        longs(shards, ShardEntry::sourceBytes),
        ints(shards, ShardEntry::restorableSamples));
  }

  private static ByteBuffer names(List<ShardEntry> shards) {
    int length = shards.stream().mapToInt(shard -> shard.name().length()).sum();
    ByteBuffer names = ByteBuffer.allocate(length);
    shards.forEach(shard -> names.put(shard.name().getBytes(StandardCharsets.US_ASCII)));
    return names.flip();
  }

  private static ByteBuffer uuids(List<ShardEntry> shards) {
    ByteBuffer uuids = ByteBuffer.allocate(shards.size() * UUID_LENGTH);
    for (ShardEntry shard : shards) {
      uuids.putLong(shard.shardUuid().getMostSignificantBits());
      uuids.putLong(shard.shardUuid().getLeastSignificantBits());
    }
    return uuids.flip();
  }

  private static LongBuffer prefixLengths(List<ShardEntry> shards) {
    return LongBuffer.wrap(
        shards.stream()
            .flatMap(shard -> shard.prefixLengths().stream())
            .mapToLong(Long::longValue)
            .toArray());
  }

  private static ByteBuffer bytes(List<ShardEntry> shards, ToIntFunction<ShardEntry> field) {
    ByteBuffer values = ByteBuffer.allocate(shards.size());
    shards.forEach(shard -> values.put((byte) field.applyAsInt(shard)));
    return values.flip();
  }

  private static IntBuffer ints(List<ShardEntry> shards, ToIntFunction<ShardEntry> field) {
    return IntBuffer.wrap(shards.stream().mapToInt(field).toArray());
  }

  private static LongBuffer longs(List<ShardEntry> shards, ToLongFunction<ShardEntry> field) {
    return LongBuffer.wrap(shards.stream().mapToLong(field).toArray());
  }
}
