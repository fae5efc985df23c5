package io.pcr.tools.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Units;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.output.KeySelection;
import io.pcr.tools.dataset.Datasets;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/**
 * What {@code --degrade} would write of the samples that failed, for those who do not know it.
 * Immutable.
 *
 * @param samples that are left at a lower fidelity
 * @param lowest fidelity that one of them has
 * @param highest fidelity that one of them has
 */
record LowerFidelities(long samples, int lowest, int highest) {
  /** So many damaged shards are read again: it is advice, and they may be all there are. */
  static final int MAX_SHARDS = 20;

  private static final LowerFidelities NONE = new LowerFidelities(0, Integer.MAX_VALUE, 0);

  /**
   * Reads damaged shards again.
   *
   * @param positions of the shards
   */
  static LowerFidelities of(
      DatasetFiles dataset, Collection<Integer> positions, Fidelity fidelity, KeySelection wanted)
      throws IOException {
    LowerFidelities sum = NONE;
    try (PcrDataset opened = Datasets.open(dataset, OnDamage.DEGRADE, notice -> {})) {
      for (int position : positions.stream().sorted().limit(MAX_SHARDS).toList()) {
        Shard shard = opened.shards().get(position);
        if (shard.groupCount() > 1) {
          sum = sum.plus(shard, fidelity, wanted);
        }
      }
    } catch (PcrException e) {
      // Nothing more is left of that one.
    }
    return sum;
  }

  private LowerFidelities plus(Shard shard, Fidelity fidelity, KeySelection wanted)
      throws IOException {
    LowerFidelities sum = this;
    int asked = fidelity.groupIn(shard.groupCount());
    try (ShardReader reader = shard.read(fidelity)) {
      for (int ordinal = 0; ordinal < reader.sampleCount(); ordinal++) {
        Optional<Sample> sample = reader.sample(ordinal);
        if (sample.isPresent() && sample.get().group() < asked && wanted.test(sample.get().key())) {
          int group = sample.get().group();
          sum =
              new LowerFidelities(
                  sum.samples + 1, Math.min(sum.lowest, group), Math.max(sum.highest, group));
        }
      }
    }
    return sum;
  }

  /** What to do, behind the number of those that failed; empty when nothing helps. */
  String advice(long failed) {
    if (samples == 0) {
      return "";
    }
    String which = samples >= failed ? "them" : Units.count(samples) + " of them";
    String group =
        lowest == highest ? "fidelity " + lowest : "fidelity " + lowest + " to " + highest;
    return "; --degrade writes " + which + " at " + group;
  }
}
