package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.KeySpace;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A first look at all shards, at their metadata alone: which cannot be opened or belong elsewhere,
 * and what has to be known of all before one is written. For one thread; once looked, for many.
 */
final class FirstLook {
  private final DamagedDataset damaged;
  private final Limits limits;
  private final KeySpace keys = new KeySpace();
  private final KeyedClasses classes = new KeyedClasses();
  private final Map<String, Loss> lost = new HashMap<>();
  private final Map<String, List<Loss>> listed = new HashMap<>();
  private final Map<String, Groups> groupsByShard = new LinkedHashMap<>();
  private final Map<Groups, Long> samplesByGroups = new LinkedHashMap<>();
  private final Map<String, DatasetColumn> columns = new LinkedHashMap<>();

  FirstLook(DamagedDataset damaged, Limits limits) {
    this.damaged = damaged;
    this.limits = limits;
  }

  /** Looks at a shard; what is in a TFRecord file shows only when its records are read. */
  void look(String name) throws IOException {
    Optional<ShardEntry> entry = damaged.entry(name);
    if (damaged.isRecords(name)) {
      lookForFile(name);
      return;
    }
    try {
      look(name, entry, damaged.open(name));
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
      if (!lookAtCopies(name, entry)) {
        lose(name, e);
      }
    }
  }

  private void lookForFile(String name) throws IOException {
    try {
      damaged.open(name).close();
    } catch (NoSuchFileException e) {
      if (!damaged.searchByContent(name)) {
        lose(name, new NoSuchFileException(name));
      }
    } catch (IOException e) {
      // What is wrong with it shows when it is read.
    }
  }

  /** Whether a file that is the same shard can be looked at, where the one of its name cannot. */
  private boolean lookAtCopies(String name, Optional<ShardEntry> entry) throws IOException {
    for (String copy : damaged.otherCopies(name)) {
      try {
        look(name, entry, damaged.openCopy(copy));
        damaged.takeCopy(name, copy);
        return true;
      } catch (IOException e) {
        DamageOrShortage.requireDamage(e);
      }
    }
    return false;
  }

  private void look(String name, Optional<ShardEntry> entry, ByteSource opened) throws IOException {
    try (ByteSource source = opened) {
      ShardFile shard = ShardEntries.open(entry, source, limits);
      if (entry.isPresent()) {
        new ListedShard(damaged.manifest().orElseThrow(), entry.get())
            .requireMember(shard, source.toString());
      }
      ShardMetadata metadata = shard.metadata();
      keys.add(name, metadata);
      classes.add(metadata);
      for (Column column : metadata.columns()) {
        columns.putIfAbsent(column.spec().name(), DatasetColumn.of(column.spec()));
      }
      if (shard.head().variant() == ShardVariant.PCR) {
        Groups groups = Groups.of(metadata);
        groupsByShard.put(name, groups);
        samplesByGroups.merge(groups, (long) metadata.sampleCount(), Long::sum);
      }
    }
  }

  private void lose(String name, IOException e) {
    lost.put(name, Loss.ofShard(name, damaged.sampleCount(name), Loss.Cause.of(e)));
  }

  /** The columns that shards have, by their names, in the order in which they were met. */
  Map<String, DatasetColumn> columns() {
    return columns;
  }

  /** Notes what a record says of its class. */
  void add(ImageExample sample) {
    synchronized (classes) {
      classes.add(sample);
    }
  }

  /** Notes the keys of a TFRecord file, by what stands for them in a {@link KeySpace}. */
  void addKeys(String name, long[] hashes) {
    keys.add(name, hashes);
  }

  /**
   * Comes to the conclusions that need all shards. Without a manifest the groups of most samples
   * are the dataset's, so that a fidelity means one thing.
   */
  void settle() {
    if (!lost.isEmpty()) {
      listed.putAll(IndexedKeys.list(damaged, lost));
    }
    for (Map.Entry<String, Groups> shard : groupsByShard.entrySet()) {
      if (!groups().orElseThrow().equals(shard.getValue())) {
        Loss.Cause cause =
            Loss.Cause.damage(
                ErrorCode.MALFORMED,
                "ShardMetadata.targets",
                "other groups than most shards; repair it separately");
        lost.put(shard.getKey(), Loss.ofShard(shard.getKey(), OptionalLong.empty(), cause));
      }
    }
  }

  /** Why nothing is taken over of a shard; empty when something may be. */
  List<Loss> lossesOf(String name) {
    if (listed.containsKey(name)) {
      return listed.get(name);
    }
    return lost.containsKey(name) ? List.of(lost.get(name)) : List.of();
  }

  /** Keys of all shards that could be looked at. */
  KeySpace keys() {
    return keys;
  }

  /** The groups that most samples have; of those that are as frequent the first. */
  Optional<Groups> groups() {
    return samplesByGroups.entrySet().stream()
        .max(Comparator.comparingLong(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  /** The names of the classes, as far as keys tell. */
  List<ClassName> classNames() {
    return classes.names();
  }
}
