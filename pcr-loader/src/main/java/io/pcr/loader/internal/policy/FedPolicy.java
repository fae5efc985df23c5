package io.pcr.loader.internal.policy;

import io.pcr.format.Fidelity;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.policy.RatesOfAllRanks;
import io.pcr.loader.state.PolicyState;
import java.util.List;
import java.util.Optional;

/** The highest fidelity at which the caller does not wait (spec/loader.md 10.8). */
public final class FedPolicy implements FidelityPolicy {
  private final int[] candidates;
  private final int period;
  private final Optional<RatesOfAllRanks> shared;

  /**
   * @param candidates ascending
   * @param period batches from one decision to the next
   * @param shared empty when each rank decides by its own clock
   */
  public FedPolicy(List<Fidelity> candidates, int period, Optional<RatesOfAllRanks> shared) {
    this.candidates = FidelityNumbers.candidates(candidates, FidelityNumbers.FULL);
    this.period = period;
    this.shared = shared;
    if (period < 1) {
      throw new IllegalArgumentException("a period of " + period + " batches");
    }
  }

  @Override
  public Optional<String> name() {
    String clock = shared.isPresent() ? "shared" : "own";
    return Optional.of("fed:" + FidelityNumbers.text(candidates) + ":" + period + ":" + clock);
  }

  @Override
  public Fidelity highest() {
    return FidelityNumbers.fidelity(candidates[candidates.length - 1]);
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public PolicyRun begin(Optional<PolicyState> saved, long batches) {
    return new FedRun(candidates, period, shared.orElse(own -> own), saved);
  }
}
