package io.pcr.loader;

import static java.util.Objects.requireNonNull;

import io.pcr.format.index.SampleLocation;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.internal.where.MatchingSamples;
import io.pcr.loader.state.PartId;
import io.pcr.loader.view.Selection;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;

/**
 * Samples that a loader reads: a dataset or a view of it, and its weight in a mix. Immutable.
 *
 * @param dataset must stay open as long as the loader; whoever opened it closes it
 * @param selection the samples of the dataset to read
 * @param weight in a mix, at least 1; 1 if there is only one part
 */
public record LoaderPart(PcrDataset dataset, Selection selection, int weight) {
  public LoaderPart {
    requireNonNull(dataset, "dataset");
    requireNonNull(selection, "selection");
    if (selection.counts().shards() != dataset.shards().size()) {
      throw new IllegalArgumentException("the view is not one of " + dataset);
    }
    if (weight < 1) {
      throw new IllegalArgumentException("weight " + weight + " is not at least 1");
    }
  }

  /**
   * All samples of a dataset.
   *
   * @throws io.pcr.format.error.PcrException.Corrupt when a part of its manifest cannot be read:
   *     training on the rest would be training on another dataset
   */
  public static LoaderPart of(PcrDataset dataset) throws IOException {
    dataset.files().requireAllParts();
    List<Shard> shards = dataset.shards();
    int[] counts = new int[shards.size()];
    for (int shard = 0; shard < counts.length; shard++) {
      counts[shard] = shards.get(shard).sampleCount();
    }
    return new LoaderPart(dataset, Selection.all(counts), 1);
  }

  /**
   * The samples of this part for which a condition holds, such as {@code label < 100 and width >=
   * 224} (spec/loader.md 11). Reads the metadata of each shard, and of a TFRecord shard all of it.
   *
   * @throws IllegalArgumentException when the text is no condition on samples of the dataset; says
   *     what is wrong and where
   */
  public LoaderPart where(String condition) throws IOException {
    return new LoaderPart(dataset, MatchingSamples.among(dataset, selection, condition), weight);
  }

  /**
   * The samples of this part that have one of these keys.
   *
   * @throws NoSuchElementException when no sample of the dataset has one of them
   */
  public LoaderPart withKeys(Collection<String> keys) throws IOException {
    Map<Integer, BitSet> wanted = new HashMap<>();
    for (String key : keys) {
      long number =
          dataset
              .numberOf(key)
              .orElseThrow(() -> new NoSuchElementException("no sample " + key + " in " + dataset));
      SampleLocation place = dataset.locate(number);
      wanted.computeIfAbsent(place.shard(), shard -> new BitSet()).set(place.ordinal());
    }
    Selection.Builder found = Selection.builder();
    for (int shard = 0; shard < selection.counts().shards(); shard++) {
      BitSet ofShard = wanted.getOrDefault(shard, new BitSet());
      int number = shard;
      found.shard(
          dataset.shard(shard).sampleCount(),
          ordinal -> ofShard.get(ordinal) && selection.has(number, ordinal));
    }
    return new LoaderPart(dataset, found.build(), weight);
  }

  /** This part with another weight. */
  public LoaderPart withWeight(int newWeight) {
    return new LoaderPart(dataset, selection, newWeight);
  }

  /** What its images are decoded for, if the caller does not say. */
  Reconstruction reconstruction() {
    return dataset
        .targets()
        .map(targets -> targets.measure().reconstruction())
        .orElse(Reconstruction.PLAIN);
  }

  /** Makes sure that its dataset has these columns. */
  void requireColumns(List<String> wanted) throws IOException {
    List<String> names = dataset.columns().stream().map(DatasetColumn::name).toList();
    for (String column : wanted) {
      if (!names.contains(column)) {
        throw new IllegalArgumentException(
            dataset + " has no column " + column + "; it has " + names);
      }
    }
  }

  /** What the state of a run says of the part. A single shard stands for itself. */
  PartId id() throws IOException {
    Optional<Manifest> manifest = dataset.manifest();
    UUID uuid =
        manifest.isPresent() ? manifest.get().datasetUuid() : dataset.shards().get(0).uuid();
    long generation = manifest.map(Manifest::generation).orElse(1L);
    return new PartId(uuid, generation, selection.hash(), weight);
  }
}
