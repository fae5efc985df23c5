package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexListener;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.ManifestSource;
import io.pcr.format.index.RecordPosition;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.tfrecord.TfRecordShardKeys;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the records of TFRecord shards are, as far as an index of the damaged dataset still has it:
 * behind a damaged length nothing else leads on. Thread-safe; whoever opens it closes it.
 */
final class RecordPlaces implements Closeable {
  private final Optional<SampleIndex> index;
  private final Optional<Manifest> manifest;
  private final Map<String, Integer> positions = new HashMap<>();

  private RecordPlaces(Optional<SampleIndex> index, Optional<Manifest> manifest) {
    this.index = index;
    this.manifest = manifest;
    List<ShardEntry> shards = manifest.map(Manifest::shards).orElse(List.of());
    for (int i = 0; i < shards.size(); i++) {
      positions.put(shards.get(i).name(), i);
    }
  }

  static RecordPlaces of(DamagedDataset damaged, Limits limits) {
    boolean hasRecords =
        damaged.manifest().stream()
            .flatMap(manifest -> manifest.shards().stream())
            .anyMatch(entry -> !entry.variant().isContainer());
    if (!hasRecords) {
      return new RecordPlaces(Optional.empty(), damaged.manifest());
    }
    try {
      SampleIndex index =
          IndexDirectory.open(
              damaged.folder(),
              ManifestSource.of(
                  damaged.manifest().orElseThrow(),
                  damaged.folder(),
                  limits,
                  TfRecordShardKeys::of),
              IndexPolicy.FAIL,
              IndexListener.SILENT);
      return new RecordPlaces(Optional.of(index), damaged.manifest());
    } catch (IOException e) {
      // An index may be damaged too; what one record after the other leads to is left.
      return new RecordPlaces(Optional.empty(), damaged.manifest());
    }
  }

  /** The place of a record; empty when nobody knows. */
  Optional<RecordPosition> place(String shard, int number) throws IOException {
    return index.isEmpty() || !positions.containsKey(shard)
        ? Optional.empty()
        : index.get().position(new SampleLocation(positions.get(shard), number));
  }

  /**
   * What shards lost, sample by sample and with their keys, as far as the index knows them. It is
   * read once for all of them.
   *
   * @param losses of single records, and of all from one on, by the shard
   */
  Map<String, List<Loss>> named(Map<String, List<Loss>> losses) throws IOException {
    if (losses.isEmpty() || index.isEmpty()) {
      return losses;
    }
    Map<Integer, Map<Integer, String>> keys = new HashMap<>();
    losses.keySet().forEach(shard -> keys.put(positions.get(shard), new HashMap<>()));
    index
        .get()
        .forEachKey(
            (location, key) -> {
              Map<Integer, String> ofShard = keys.get(location.shard());
              if (ofShard != null && key.isPresent()) {
                String text = new String(key.get(), StandardCharsets.UTF_8);
                ofShard.put(location.ordinal(), text);
              }
            });
    Map<String, List<Loss>> named = new HashMap<>();
    losses.forEach(
        (shard, ofShard) ->
            named.put(shard, named(shard, ofShard, keys.get(positions.get(shard)))));
    return named;
  }

  private List<Loss> named(String shard, List<Loss> losses, Map<Integer, String> keys) {
    int count = manifest.orElseThrow().shards().get(positions.get(shard)).sampleCount();
    List<Loss> named = new ArrayList<>();
    for (Loss loss : losses) {
      boolean isOne = loss.kind() == Loss.Kind.SAMPLE;
      int rest = Math.toIntExact(loss.samples().orElse(0));
      int first = isOne ? loss.sample() : count - rest;
      if (rest == 0) {
        named.add(loss);
      }
      for (int sample = first; sample < first + rest; sample++) {
        String key = keys.getOrDefault(sample, "");
        named.add(Loss.ofSample(shard, sample, key, loss.cause(), 0));
      }
    }
    return named;
  }

  @Override
  public void close() throws IOException {
    if (index.isPresent()) {
      index.get().close();
    }
  }
}
