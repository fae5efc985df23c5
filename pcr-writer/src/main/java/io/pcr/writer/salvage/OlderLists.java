package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.location.LocalFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Looks for the shards of lost parts in older generations, which listed them in their roots or in
 * other parts. A shard number is given once, so it tells which shard of them is meant. For one use
 * by one thread.
 */
final class OlderLists {
  private final LocalFolder folder;
  private final ShardList list;
  private final Limits limits;
  private final Map<Integer, ShardEntry> found = new TreeMap<>();

  private OlderLists(LocalFolder folder, ShardList list, Limits limits) {
    this.folder = folder;
    this.list = list;
    this.limits = limits;
  }

  /**
   * The list with those lost parts all of whose shards older generations list.
   *
   * @param notices told of each
   */
  static ShardList complete(
      LocalFolder folder, ShardList list, Limits limits, Consumer<String> notices)
      throws IOException {
    if (list.lostParts().isEmpty()) {
      return list;
    }
    OlderLists older = new OlderLists(folder, list, limits);
    long newest = list.manifest().generation();
    for (long generation :
        GenerationNames.in(folder.folder()).headSet(newest, false).descendingSet()) {
      older.look(generation);
    }
    Map<ShardPart, ShardTable> parts = older.parts();
    parts
        .keySet()
        .forEach(
            part ->
                notices.accept(
                    part.name()
                        + " is damaged or missing; an older generation lists the same shards and is"
                        + " used for them"));
    return list.with(parts);
  }

  private void look(long generation) throws IOException {
    try (ByteSource source = folder.open(GenerationNames.of(generation))) {
      Manifest older = Manifest.read(source, limits);
      if (older.datasetUuid().equals(list.manifest().datasetUuid())
          && older.groupCount() == list.manifest().groupCount()) {
        ShardList shards =
            new ShardList(older, folder::open, limits).withoutLostParts(DamageOrShortage::isDamage);
        for (int i = 0; i < shards.size(); i++) {
          if (list.isOfLostPart(shards.shardNumber(i))) {
            found.putIfAbsent(shards.shardNumber(i), shards.get(i));
          }
        }
      }
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
    }
  }

  private Map<ShardPart, ShardTable> parts() {
    Map<ShardPart, ShardTable> parts = new HashMap<>();
    List<ShardEntry> shards = new ArrayList<>(found.values());
    for (ShardPart part : list.lostParts().keySet()) {
      int from = 0;
      while (from < shards.size() && shards.get(from).shardNumber() < part.firstShardNumber()) {
        from++;
      }
      int to = from + part.shardCount();
      if (to <= shards.size()) {
        ShardTable table = ShardTable.of(shards.subList(from, to));
        if (list.mayBe(part, table)) {
          parts.put(part, table);
        }
      }
    }
    return parts;
  }
}
