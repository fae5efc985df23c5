package io.pcr.loader.internal.policy;

import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.PolicyRun;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongToIntFunction;

/** A run in which the epoch alone decides, so that everything is known from the beginning. */
record EpochRun(LongToIntFunction fidelityOfEpoch) implements PolicyRun {
  @Override
  public OptionalInt fidelity(BatchPlace next, BatchPlace of) {
    return OptionalInt.of(fidelityOfEpoch.applyAsInt(of.epoch()));
  }

  @Override
  public boolean isDue(BatchPlace next) {
    return false;
  }

  @Override
  public String decide(DecisionPoint point) {
    throw new IllegalStateException("no decision is due");
  }

  @Override
  public void given() {}

  @Override
  public Map<String, Long> members() {
    return Map.of();
  }
}
