package io.pcr.writer.salvage;

import io.pcr.writer.internal.shard.ShardWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Files of a dataset without a manifest that are the same shard: one of them is enough when it is
 * whole, and what it lost may be whole in another.
 */
final class SameShards {
  private final List<List<SalvagedShard>> groups;

  /**
   * @param shards all that were examined
   */
  SameShards(List<SalvagedShard> shards) {
    Map<UUID, List<SalvagedShard>> known = new LinkedHashMap<>();
    groups = new ArrayList<>();
    for (SalvagedShard shard : shards) {
      if (shard.uuid().isPresent()) {
        known.computeIfAbsent(shard.uuid().get(), uuid -> new ArrayList<>()).add(shard);
      }
    }
    groups.addAll(known.values());
    for (SalvagedShard shard : shards) {
      if (shard.uuid().isEmpty()) {
        groupOf(shard).add(shard);
      }
    }
  }

  /** Of a file that is too damaged to be known by its bytes. */
  private List<SalvagedShard> groupOf(SalvagedShard shard) {
    for (List<SalvagedShard> group : groups) {
      if (group.stream().anyMatch(shard::isSameAs)) {
        return group;
      }
    }
    List<SalvagedShard> alone = new ArrayList<>();
    groups.add(alone);
    return alone;
  }

  /**
   * Takes all but one of each shard's files from the list. There stays the least damaged, of these
   * the first, and rather one that has the name of a shard; it is given what it lost and others
   * have.
   */
  void leaveOut(List<SalvagedShard> shards, DamagedDataset damaged) throws IOException {
    for (List<SalvagedShard> group : groups) {
      SalvagedShard kept = group.stream().reduce(SameShards::better).orElseThrow();
      for (SalvagedShard shard : group) {
        if (shard != kept) {
          boolean taken = kept.takeFrom(shard);
          shards.remove(shard);
          damaged.tell(
              shard.shard()
                  + " is the same shard as "
                  + kept.shard()
                  + (taken
                      ? ", which lost samples that it still has: they are used"
                      : ": left out"));
        }
      }
    }
  }

  private static SalvagedShard better(SalvagedShard first, SalvagedShard second) {
    boolean isNumbered = ShardWriter.number(first.shard()).isPresent();
    return second.losses().size() < first.losses().size()
            || (second.losses().size() == first.losses().size()
                && !isNumbered
                && ShardWriter.number(second.shard()).isPresent())
        ? second
        : first;
  }

  /** The number that each shard had when it was written, empty where none of its files tells. */
  List<OptionalInt> numbers() {
    return groups.stream()
        .map(
            group ->
                group.stream()
                    .flatMapToInt(shard -> ShardWriter.number(shard.shard()).stream())
                    .min())
        .toList();
  }
}
