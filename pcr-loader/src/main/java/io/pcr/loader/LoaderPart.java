package io.pcr.loader;

import static java.util.Objects.requireNonNull;

import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.state.PartId;
import io.pcr.loader.view.Selection;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.List;
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

  /** All samples of a dataset. */
  public static LoaderPart of(PcrDataset dataset) throws IOException {
    List<Shard> shards = dataset.shards();
    int[] counts = new int[shards.size()];
    for (int shard = 0; shard < counts.length; shard++) {
      counts[shard] = shards.get(shard).sampleCount();
    }
    return new LoaderPart(dataset, Selection.all(counts), 1);
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
