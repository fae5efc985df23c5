package io.pcr.writer.internal.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.find.DatasetFiles;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What {@link OnDamage#DEGRADE} could still give of samples that failed because of damage.
 * Immutable.
 *
 * @param samples the number of samples that can be read at a lower fidelity
 * @param lowest the lowest fidelity that one of these samples can be read at
 * @param highest the highest fidelity that one of these samples can be read at
 */
public record LowerFidelities(long samples, int lowest, int highest) {
  /** The largest number of shards to read again. */
  public static final int MAX_SHARDS = 20;

  private static final LowerFidelities NONE = new LowerFidelities(0, Integer.MAX_VALUE, 0);

  /**
   * Reads damaged shards again, at most {@link #MAX_SHARDS} of them, because all shards of a
   * dataset may be damaged.
   *
   * @param positions the positions of the damaged shards
   * @param fidelity the fidelity that the caller asked for
   * @param wanted the keys that the caller asked for
   */
  public static LowerFidelities of(
      DatasetFiles dataset,
      Collection<Integer> positions,
      Fidelity fidelity,
      Predicate<String> wanted)
      throws IOException {
    LowerFidelities sum = NONE;
    ReaderOptions options = ReaderOptions.builder().onDamage(OnDamage.DEGRADE).build();
    try (PcrDataset opened = PcrDataset.open(dataset, options)) {
      for (int position : positions.stream().sorted().limit(MAX_SHARDS).toList()) {
        Shard shard = opened.shards().get(position);
        if (shard.groupCount() > 1) {
          sum = sum.plus(shard, fidelity, wanted);
        }
      }
    } catch (PcrException e) {
      // Nothing is left of that shard.
    }
    return sum;
  }

  private LowerFidelities plus(Shard shard, Fidelity fidelity, Predicate<String> wanted)
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
}
