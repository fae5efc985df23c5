package io.pcr.writer.salvage;

import java.util.List;

/**
 * What a salvage would save, and what is lost. Immutable.
 *
 * @param samples that would be saved
 * @param losses in the order of the dataset
 */
public record SalvagePlan(long samples, List<Loss> losses) {
  public SalvagePlan {
    losses = List.copyOf(losses);
  }
}
