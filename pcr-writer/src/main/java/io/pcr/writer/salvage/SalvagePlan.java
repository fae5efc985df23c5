package io.pcr.writer.salvage;

import java.util.List;

/**
 * What a salvage would save, and what is lost. Immutable and thread-safe.
 *
 * @param samples the number of samples that would be saved
 * @param losses what is lost, in the order of the dataset
 */
public record SalvagePlan(long samples, List<Loss> losses) {
  public SalvagePlan {
    losses = List.copyOf(losses);
  }
}
