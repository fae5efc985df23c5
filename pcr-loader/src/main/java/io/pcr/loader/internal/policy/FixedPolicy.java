package io.pcr.loader.internal.policy;

import io.pcr.format.Fidelity;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.state.PolicyState;
import java.util.Optional;

/** One fidelity for all batches. */
public record FixedPolicy(Fidelity fidelity) implements FidelityPolicy {
  public FixedPolicy {
    fidelity = FidelityNumbers.fidelity(FidelityNumbers.of(fidelity));
  }

  @Override
  public Optional<String> name() {
    return Optional.empty();
  }

  @Override
  public Fidelity highest() {
    return fidelity;
  }

  @Override
  public PolicyRun begin(Optional<PolicyState> saved, long batches) {
    return new EpochRun(epoch -> FidelityNumbers.of(fidelity));
  }
}
