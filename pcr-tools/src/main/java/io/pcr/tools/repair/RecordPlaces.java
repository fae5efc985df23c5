package io.pcr.tools.repair;

import io.pcr.codecs.tfrecord.DatasetSource;
import io.pcr.format.Limits;
import io.pcr.format.index.IndexListener;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.RecordPosition;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Where the records of TFRecord shards are, as far as an index of the damaged dataset still has it:
 * behind a damaged length nothing else leads on. Thread-safe; whoever opens it closes it.
 */
final class RecordPlaces implements Closeable {
  private final Optional<SampleIndex> index;
  private final Optional<Manifest> manifest;

  private RecordPlaces(Optional<SampleIndex> index, Optional<Manifest> manifest) {
    this.index = index;
    this.manifest = manifest;
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
              DatasetSource.of(damaged.manifest().orElseThrow(), damaged.folder(), limits),
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
    OptionalInt position = position(shard);
    return index.isEmpty() || position.isEmpty()
        ? Optional.empty()
        : index.get().position(new SampleLocation(position.getAsInt(), number));
  }

  private OptionalInt position(String shard) {
    List<ShardEntry> shards = manifest.map(Manifest::shards).orElse(List.of());
    return IntStream.range(0, shards.size())
        .filter(i -> shards.get(i).name().equals(shard))
        .findFirst();
  }

  /**
   * What a shard lost, sample by sample and with their keys, as far as the index knows them.
   *
   * @param losses of single records, and of all from one on
   */
  List<Loss> named(String shard, List<Loss> losses) throws IOException {
    OptionalInt position = position(shard);
    if (losses.isEmpty() || index.isEmpty() || position.isEmpty()) {
      return losses;
    }
    Map<Integer, String> keys = new HashMap<>();
    index
        .get()
        .forEachKey(
            (location, key) -> {
              if (location.shard() == position.getAsInt() && key.isPresent()) {
                keys.put(location.ordinal(), new String(key.get(), StandardCharsets.UTF_8));
              }
            });
    int count = manifest.orElseThrow().shards().get(position.getAsInt()).sampleCount();
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
