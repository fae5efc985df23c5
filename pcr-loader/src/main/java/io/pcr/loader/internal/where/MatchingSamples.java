package io.pcr.loader.internal.where;

import io.pcr.loader.view.Selection;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.DatasetShard;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Finds the samples of a dataset for which a condition holds. */
public final class MatchingSamples {
  private MatchingSamples() {}

  /**
   * The samples of a view for which a condition holds. Reads the metadata of each shard of which
   * the view has samples, and of a TFRecord shard all of it.
   *
   * @throws IllegalArgumentException when the text is no condition on samples of the dataset
   */
  public static Selection among(PcrDataset dataset, Selection view, String condition)
      throws IOException {
    Condition wanted = ConditionParser.parse(condition, new SampleNames(dataset.columns()));
    AtomicReferenceArray<BitSet> found = new AtomicReferenceArray<>(dataset.shards().size());
    Parallel.forEach(
        found.length(), Parallel.processors(), () -> new Search(dataset, view, wanted, found));
    Selection.Builder matching = Selection.builder();
    for (int shard = 0; shard < found.length(); shard++) {
      matching.shard(dataset.shard(shard).sampleCount(), found.get(shard)::get);
    }
    return matching.build();
  }

  private record Search(
      PcrDataset dataset, Selection view, Condition wanted, AtomicReferenceArray<BitSet> found)
      implements Parallel.Worker {
    @Override
    public void on(int position) throws IOException {
      BitSet matching = new BitSet();
      if (view.counts().count(position) > 0) {
        ((DatasetShard) dataset.shard(position))
            .forEachFacts(
                (ordinal, facts) -> {
                  if (view.has(position, ordinal) && wanted.holds(facts)) {
                    matching.set(ordinal);
                  }
                });
      }
      found.set(position, matching);
    }

    @Override
    public void close() {}
  }
}
