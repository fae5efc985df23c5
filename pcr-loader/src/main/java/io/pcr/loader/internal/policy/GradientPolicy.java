package io.pcr.loader.internal.policy;

import io.pcr.format.Fidelity;
import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.state.PolicyState;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A fidelity by cosines of gradients, measured or recorded (spec/loader.md 10.4 to 10.6). */
public final class GradientPolicy implements FidelityPolicy {
  private static final String FIDELITY = "fidelity";

  private final String name;
  private final CosineRule rule;
  private final int[] candidates;
  private final DecisionPlaces places;
  private final CosineSource source;

  /**
   * @param candidates ascending, below full fidelity
   * @param places before which it decides
   */
  public GradientPolicy(
      String name, CosineRule rule, int[] candidates, DecisionPlaces places, CosineSource source) {
    this.name = name;
    this.rule = rule;
    this.candidates = candidates.clone();
    this.places = places;
    this.source = source;
  }

  @Override
  public Optional<String> name() {
    return Optional.of(name);
  }

  @Override
  public Fidelity highest() {
    return Fidelity.FULL;
  }

  @Override
  public PolicyRun begin(Optional<PolicyState> saved, long batches) {
    places.requireFits(batches);
    return new Run(saved.map(this::inForce).orElse(FidelityNumbers.FULL));
  }

  private int inForce(PolicyState saved) {
    saved.requireMembers(FIDELITY);
    int fidelity = (int) saved.member(FIDELITY, 1, FidelityNumbers.FULL);
    if (fidelity != FidelityNumbers.FULL && Arrays.binarySearch(candidates, fidelity) < 0) {
      throw new IllegalArgumentException(
          "the state has fidelity " + fidelity + ", which is none of the policy " + name);
    }
    return fidelity;
  }

  private final class Run implements PolicyRun {
    private static final long NONE = -1;

    private int inForce;
    private long decided = NONE;

    Run(int inForce) {
      this.inForce = inForce;
    }

    @Override
    public OptionalInt fidelity(BatchPlace next, BatchPlace of) {
      for (long batch = next.absolute(); batch <= of.absolute(); batch++) {
        if (isDue(BatchPlace.of(batch, next.batches()))) {
          return OptionalInt.empty();
        }
      }
      return OptionalInt.of(inForce);
    }

    @Override
    public boolean isDue(BatchPlace next) {
      return places.has(next) && next.absolute() != decided;
    }

    @Override
    public String decide(DecisionPoint point) throws IOException {
      inForce = rule.decide(candidates, source.at(point), inForce, point.costs());
      decided = point.place().absolute();
      return inForce == FidelityNumbers.FULL
          ? "no candidate is close enough to the gradient at full fidelity, so it is full"
          : "the gradient at fidelity " + inForce + " is close enough to that at full fidelity";
    }

    @Override
    public void given() {}

    @Override
    public Map<String, Long> members() {
      return Map.of(FIDELITY, (long) inForce);
    }
  }
}
