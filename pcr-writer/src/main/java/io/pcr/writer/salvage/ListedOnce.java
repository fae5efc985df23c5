package io.pcr.writer.salvage;

import io.pcr.format.manifest.ShardEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Takes each shard of a list once, each under a name of its own: the tables of a manifest are
 * checked one by one when they are read, and may list a file twice together. For one thread.
 */
final class ListedOnce {
  private final Consumer<String> notices;
  private final Map<UUID, String> shards = new HashMap<>();
  private final Set<String> names = new HashSet<>();

  /**
   * @param notices told of shards that are listed twice
   */
  ListedOnce(Consumer<String> notices) {
    this.notices = notices;
  }

  /** The shards, without those that are listed before; one whose name is taken gets another. */
  List<ShardEntry> of(List<ShardEntry> listed) {
    List<ShardEntry> taken = new ArrayList<>(listed.size());
    Set<String> all = new HashSet<>();
    listed.forEach(shard -> all.add(folded(shard.name())));
    for (ShardEntry shard : listed) {
      String before = shards.putIfAbsent(shard.shardUuid(), shard.name());
      if (before != null) {
        notices.accept(
            shard.name() + " is listed twice, also as " + before + ": its samples are saved once");
      } else if (names.add(folded(shard.name()))) {
        taken.add(shard);
      } else {
        ShardEntry renamed = shard.withName(free(shard.name(), all));
        names.add(folded(renamed.name()));
        notices.accept(
            shard.name()
                + " is the name of two shards, upper and lower case counted as equal: one is saved"
                + " as "
                + renamed.name());
        taken.add(renamed);
      }
    }
    return taken;
  }

  /** Whether no shard that was taken has a name. */
  boolean isNew(String name) {
    return !names.contains(folded(name));
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String free(String name, Set<String> taken) {
    int dot = name.indexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    String suffix = dot < 0 ? "" : name.substring(dot);
    int number = 2;
    while (!taken.add(folded(stem + "-" + number + suffix))) {
      number++;
    }
    return stem + "-" + number + suffix;
  }
}
