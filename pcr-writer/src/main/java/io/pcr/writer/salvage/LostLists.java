package io.pcr.writer.salvage;

import io.pcr.format.manifest.ShardList;
import io.pcr.format.manifest.ShardPart;
import io.pcr.reader.internal.find.Generations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What listed shards of a damaged dataset and cannot be read: parts of the manifest that is used,
 * and generations that are newer than it. Immutable.
 */
record LostLists(Map<ShardPart, IOException> parts, Map<String, IOException> generations) {
  static LostLists of(ShardList list, Generations.Newest newest) {
    return new LostLists(list.lostParts(), newest.damaged());
  }

  boolean isEmpty() {
    return parts.isEmpty() && generations.isEmpty();
  }

  /**
   * The losses.
   *
   * @param shards all that are used, listed or not
   */
  List<Loss> losses(List<DamagedShard> shards) {
    List<Loss> losses = new ArrayList<>();
    generations.forEach(
        (name, e) -> losses.add(Loss.ofList(name, OptionalLong.empty(), Loss.Cause.of(e))));
    // A part says how many shards it has: as many more are listed by the index or found.
    long missing = parts.keySet().stream().mapToLong(ShardPart::shardCount).sum();
    long found = shards.stream().filter(shard -> shard.entry().isEmpty()).count();
    OptionalLong samples = found >= missing ? OptionalLong.of(0) : OptionalLong.empty();
    parts.forEach((part, e) -> losses.add(Loss.ofList(part.name(), samples, Loss.Cause.of(e))));
    return losses;
  }
}
