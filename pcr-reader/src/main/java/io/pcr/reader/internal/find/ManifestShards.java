package io.pcr.reader.internal.find;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** The shards of a manifest by what they are known by. Immutable. */
final class ManifestShards {
  private final List<ShardEntry> shards;
  private final Map<UUID, Integer> byUuid = new HashMap<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final Set<Long> recordLengths = new HashSet<>();

  ManifestShards(ShardList list) throws IOException {
    list.load();
    shards = list.asList();
    for (int i = 0; i < shards.size(); i++) {
      ShardEntry shard = shards.get(i);
      positions.put(shard.name(), i);
      byUuid.putIfAbsent(shard.shardUuid(), i);
      if (!shard.variant().isContainer()) {
        recordLengths.add(shard.totalLength());
      }
    }
  }

  Optional<ShardEntry> of(UUID uuid) {
    return Optional.ofNullable(byUuid.get(uuid)).map(shards::get);
  }

  /** The shard that has a file's name. */
  Optional<ShardEntry> named(String file) {
    return Optional.ofNullable(positions.get(file)).map(shards::get);
  }

  /** Whether a TFRecord shard is so long. */
  boolean hasRecordsOfLength(long length) {
    return recordLengths.contains(length);
  }

  /** The names around a shard's, the nearest first, at most so many. */
  List<String> namesAround(ShardEntry shard, int most) {
    int position = positions.get(shard.name());
    return IntStream.rangeClosed(1, Math.min(most, shards.size()))
        .flatMap(distance -> IntStream.of(position - distance, position + distance))
        .filter(i -> i >= 0 && i < shards.size())
        .limit(most)
        .mapToObj(i -> shards.get(i).name())
        .toList();
  }
}
