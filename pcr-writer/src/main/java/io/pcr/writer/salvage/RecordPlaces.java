package io.pcr.writer.salvage;

import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.internal.keys.PlacedRecords;
import io.pcr.reader.internal.location.LocalFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the records of TFRecord shards are, as far as an index of the damaged dataset still has it,
 * the LMDB index or the index of keys: behind a damaged length nothing else leads on. Thread-safe;
 * whoever opens it closes it.
 */
final class RecordPlaces implements Closeable {
  private final DamagedDataset damaged;
  private final Optional<SampleIndex> index;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Map<String, PlacedRecords> keyed = new HashMap<>();

  private RecordPlaces(DamagedDataset damaged, Optional<SampleIndex> index) {
    this.damaged = damaged;
    this.index = index;
    List<ShardTable.Entry> shards = index.map(i -> i.shards().entries()).orElse(List.of());
    for (int i = 0; i < shards.size(); i++) {
      if (damaged.stated(shards.get(i).name()).equals(Optional.of(shards.get(i)))) {
        positions.put(shards.get(i).name(), i);
      }
    }
  }

  /** An index may be damaged too: what one record after the other leads to is left then. */
  static RecordPlaces of(DamagedDataset damaged) {
    boolean hasRecords = damaged.shards().stream().anyMatch(damaged::isRecords);
    return new RecordPlaces(damaged, hasRecords ? damaged.openIndex() : Optional.empty());
  }

  /** The places of the records of a shard. */
  RecordWalk.Places of(String shard) {
    return new RecordWalk.Places() {
      @Override
      public List<RecordWalk.Place> places(int number) throws IOException {
        List<RecordWalk.Place> places = new ArrayList<>();
        indexed(shard, number)
            .ifPresent(position -> places.add(file -> file.read(position, number)));
        Optional<PlacedRecords> keys = keys(shard).filter(known -> known.has(number));
        if (keys.isPresent()) {
          places.add(file -> keys.get().read(file, number, damaged.limits()).record());
        }
        return places;
      }

      @Override
      public int end() throws IOException {
        int indexed = isIndexed(shard) ? indexedSamples(shard) : 0;
        return Math.max(indexed, keys(shard).map(PlacedRecords::end).orElse(0));
      }
    };
  }

  private boolean isIndexed(String shard) {
    return index.isPresent() && positions.containsKey(shard);
  }

  private int indexedSamples(String shard) {
    return index.orElseThrow().shards().entries().get(positions.get(shard)).sampleCount();
  }

  private Optional<RecordPosition> indexed(String shard, int number) throws IOException {
    return isIndexed(shard)
        ? index.get().position(new SampleLocation(positions.get(shard), number))
        : Optional.empty();
  }

  /** From the index of keys, which is read only for shards that need it. */
  private synchronized Optional<PlacedRecords> keys(String shard) throws IOException {
    Optional<Manifest> manifest = damaged.manifest();
    Optional<ShardEntry> entry = damaged.entry(shard);
    if (manifest.isEmpty() || entry.isEmpty()) {
      return Optional.empty();
    }
    PlacedRecords known = keyed.get(shard);
    if (known == null) {
      known =
          PlacedRecords.of(
              new LocalFolder(damaged.folder()),
              manifest.get(),
              entry.get(),
              (segment, why) -> DamageOrShortage.requireDamage(why));
      keyed.put(shard, known);
    }
    return Optional.of(known);
  }

  /** Whether the index has the sample with this key at this place. */
  boolean isAt(String shard, int number, String key, RecordPosition position) throws IOException {
    if (!isIndexed(shard)) {
      return false;
    }
    SampleLocation location = new SampleLocation(positions.get(shard), number);
    return index.get().find(key).filter(match -> match.location().equals(location)).isPresent()
        && index.get().position(location).filter(position::equals).isPresent();
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
    losses.keySet().stream()
        .filter(positions::containsKey)
        .forEach(shard -> keys.put(positions.get(shard), new HashMap<>()));
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
            named.put(
                shard,
                positions.containsKey(shard)
                    ? named(shard, ofShard, keys.get(positions.get(shard)))
                    : ofShard));
    return named;
  }

  private List<Loss> named(String shard, List<Loss> losses, Map<Integer, String> keys) {
    int count = indexedSamples(shard);
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
