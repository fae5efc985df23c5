package io.pcr.loader.policy;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;

/**
 * Some epochs of a schedule.
 *
 * @param fidelity of all their batches
 * @param epochs how many, at least 1
 */
public record FidelityStage(Fidelity fidelity, int epochs) {
  public FidelityStage {
    requireNonNull(fidelity, "fidelity");
    if (epochs < 1) {
      throw new IllegalArgumentException("a stage of " + epochs + " epochs");
    }
  }
}
