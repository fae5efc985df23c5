package io.pcr.writer.internal.convert;

import io.pcr.format.Limits;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.manifest.DatasetChangedException;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A dataset that another writer has added to while shards were made for it, and to which these
 * shards can be added all the same (R-COMMIT-9): a fidelity means the same in both, so do columns
 * and labels, and no key is in both.
 *
 * @param base the dataset as it is now
 * @param labels of the new shards, and all that there are
 */
public record Rebased(BaseDataset base, LabelMap labels) {
  /**
   * Proves that shards can be added.
   *
   * @param before the dataset that they were made for
   * @param standing its newest generation
   * @param shards that were made, which have their names
   * @throws DatasetChangedException when they cannot
   * @throws io.pcr.writer.journal.RunRejectedException when fidelities or columns differ
   */
  public static Rebased of(
      BaseDataset before, Manifest standing, List<ShardEntry> shards, AddedShards.Made made)
      throws IOException {
    if (!standing.datasetUuid().equals(before.manifest().datasetUuid())) {
      throw changed(before, standing, "it is another dataset");
    }
    BaseDataset now = new BaseDataset(before.folder(), standing, notice -> {});
    now.finder().list().load();
    if (made.scans().isPresent()) {
      now.requireSameScans(made.scans().get());
    }
    now.requireSameColumns(made.columns());
    LabelMap labels = now.labels(made.classes());
    if (!labels.mapsAs(made.labels())) {
      throw changed(before, standing, "its new classes have labels that this work gave to others");
    }
    requireNewKeys(before, standing, shards);
    return new Rebased(now, labels);
  }

  private static DatasetChangedException changed(
      BaseDataset before, Manifest standing, String why) {
    return new DatasetChangedException(
        before.folder(), Optional.of(before.manifest()), Optional.of(standing), why);
  }

  /** Reads the keys of the shards that are new on either side, and of no other. */
  private static void requireNewKeys(BaseDataset before, Manifest standing, List<ShardEntry> shards)
      throws IOException {
    ShardFinder finder = ShardFinder.local(before.folder(), standing, notice -> {});
    finder.list().load();
    Set<String> known = names(before.shards());
    Set<String> since = names(finder.list().asList());
    since.removeAll(known);
    Set<String> ours = names(shards);
    if (since.isEmpty() || ours.isEmpty()) {
      return;
    }
    Set<ByteBuffer> keys = new HashSet<>();
    for (ShardKeys shard : finder.keys(shards, Limits.DEFAULT)) {
      shard.forEachSample(each(key -> keys.add(ByteBuffer.wrap(key.clone()))));
    }
    for (ShardKeys shard : finder.indexSource(Limits.DEFAULT).shards()) {
      if (since.contains(shard.entry().name())) {
        shard.forEachSample(
            each(
                key -> {
                  if (keys.contains(ByteBuffer.wrap(key))) {
                    String name = new String(key, StandardCharsets.UTF_8);
                    throw changed(before, standing, "it has a sample " + name + " by now");
                  }
                }));
      }
    }
  }

  private static Set<String> names(List<ShardEntry> shards) {
    return shards.stream().map(ShardEntry::name).collect(Collectors.toCollection(HashSet::new));
  }

  private interface KeyConsumer {
    void key(byte[] key) throws IOException;
  }

  private static ShardKeys.SampleConsumer each(KeyConsumer consumer) {
    return new ShardKeys.SampleConsumer() {
      @Override
      public void sample(byte[] key, OptionalLong label) throws IOException {
        consumer.key(key);
      }

      @Override
      public void sample(byte[] key, OptionalLong label, RecordPosition position)
          throws IOException {
        consumer.key(key);
      }
    };
  }
}
