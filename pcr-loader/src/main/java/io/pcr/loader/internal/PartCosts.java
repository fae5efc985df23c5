package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.internal.policy.FidelityNumbers;
import io.pcr.loader.policy.SampleCosts;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the samples of a run's parts take (spec/loader.md 10.1). For one thread. */
public final class PartCosts implements SampleCosts {
  private final List<LoaderPart> parts;
  private final Map<Integer, Long> known = new HashMap<>();

  public PartCosts(List<LoaderPart> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public long bytes(int fidelity) throws IOException {
    Long before = known.get(fidelity);
    if (before != null) {
      return before;
    }
    long sum = 0;
    long weights = 0;
    for (LoaderPart part : parts) {
      long bytes = bytes(part, FidelityNumbers.fidelity(fidelity));
      sum = Math.addExact(sum, Math.multiplyExact(part.weight(), bytes));
      weights += part.weight();
    }
    long mean = dividedUp(sum, weights);
    known.put(fidelity, mean);
    return mean;
  }

  private static long bytes(LoaderPart part, Fidelity fidelity) throws IOException {
    long prefix = 0;
    long samples = 0;
    for (Shard shard : part.dataset().shards()) {
      prefix += shard.prefixLength(fidelity);
      samples += shard.sampleCount();
    }
    return samples == 0 ? 0 : dividedUp(prefix, samples);
  }

  private static long dividedUp(long sum, long by) {
    return sum / by + (sum % by == 0 ? 0 : 1);
  }
}
