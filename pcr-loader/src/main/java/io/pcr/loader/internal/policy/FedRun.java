package io.pcr.loader.internal.policy;

import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.policy.Rates;
import io.pcr.loader.policy.RatesOfAllRanks;
import io.pcr.loader.policy.SampleCosts;
import io.pcr.loader.state.PolicyState;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A run whose fidelity follows what its caller can be fed with (spec/loader.md 10.8). */
final class FedRun implements PolicyRun {
  /** Periods that are not judged around a change. */
  private static final int SKIPPED = 2;

  private static final int LEAST_PATIENCE = 8;
  private static final int MOST_PATIENCE = 64;

  /** Waiting for more than one part in so many is waiting. */
  private static final int TIME_PER_WAIT = 50;

  /** Calm periods behind which a step up that fits is made. */
  private static final int CALM = 2;

  private static final int PERCENT_DOWN = 90;
  private static final int PERCENT_UP = 80;

  private final int[] candidates;
  private final int period;
  private final RatesOfAllRanks shared;

  private int fidelity;
  private int next;
  private int left;
  private int skip;
  private int calm;
  private int patience;

  FedRun(int[] candidates, int period, RatesOfAllRanks shared, Optional<PolicyState> saved) {
    this.candidates = candidates.clone();
    this.period = period;
    this.shared = shared;
    fidelity = candidates[candidates.length - 1];
    next = fidelity;
    left = period;
    skip = 1;
    patience = LEAST_PATIENCE;
    saved.ifPresent(this::goOn);
  }

  private void goOn(PolicyState saved) {
    saved.requireMembers("fidelity", "next", "left", "skip", "calm", "patience");
    fidelity = candidate(saved, "fidelity");
    next = candidate(saved, "next");
    left = (int) saved.member("left", 0, period);
    skip = Math.max(1, (int) saved.member("skip", 0, SKIPPED)); // Not measured from its beginning.
    calm = (int) saved.member("calm", 0, MOST_PATIENCE);
    patience = (int) saved.member("patience", LEAST_PATIENCE, MOST_PATIENCE);
  }

  private int candidate(PolicyState saved, String member) {
    int value = (int) saved.member(member, 1, FidelityNumbers.FULL);
    if (Arrays.binarySearch(candidates, value) < 0) {
      throw new IllegalArgumentException(
          "the state has fidelity " + value + ", which is none of the policy " + saved.name());
    }
    return value;
  }

  @Override
  public OptionalInt fidelity(BatchPlace from, BatchPlace of) {
    long ahead = of.absolute() - from.absolute();
    if (ahead < left) {
      return OptionalInt.of(fidelity);
    }
    return ahead < (long) left + period ? OptionalInt.of(next) : OptionalInt.empty();
  }

  @Override
  public boolean isDue(BatchPlace place) {
    return left == 0;
  }

  @Override
  public String decide(DecisionPoint point) throws IOException {
    Rates own = point.rates();
    if (skip > 0) {
      skip--;
      beginPeriod();
      return "the period behind is not judged";
    }
    Verdict verdict = new Verdict(shared.of(own), point.costs());
    int decided = verdict.isWaiting() ? verdict.below() : verdict.above();
    beginPeriod();
    if (verdict.isWaiting()) {
      calm = 0;
      patience = decided == fidelity ? patience : Math.min(MOST_PATIENCE, 2 * patience);
    } else {
      calm = decided == fidelity ? Math.min(MOST_PATIENCE, calm + 1) : 0;
    }
    skip = decided == fidelity ? 0 : SKIPPED;
    next = decided;
    return (verdict.isWaiting() ? "the caller waited" : "the caller did not wait")
        + ", so it is "
        + FidelityNumbers.called(decided)
        + " from the period after the next one on";
  }

  private void beginPeriod() {
    fidelity = next;
    left = period;
  }

  /** What the rates of a period say. A judged period has one fidelity, and so has the next one. */
  private final class Verdict {
    private final Rates rates;
    private final SampleCosts costs;
    private final int place = Arrays.binarySearch(candidates, fidelity);

    Verdict(Rates rates, SampleCosts costs) {
      this.rates = rates;
      this.costs = costs;
    }

    boolean isWaiting() {
      return product(TIME_PER_WAIT, rates.waited()).compareTo(product(1, rates.time())) > 0;
    }

    /** The highest lower candidate that fits, or the lowest. */
    int below() throws IOException {
      for (int lower = place - 1; lower > 0; lower--) {
        if (fits(candidates[lower], PERCENT_DOWN)) {
          return candidates[lower];
        }
      }
      return candidates[0];
    }

    /** The next candidate when it is time for it. */
    int above() throws IOException {
      if (place == candidates.length - 1) {
        return fidelity;
      }
      int higher = candidates[place + 1];
      int calmNow = calm + 1;
      boolean isTime = (calmNow >= CALM && fits(higher, PERCENT_UP)) || calmNow >= patience;
      return isTime ? higher : fidelity;
    }

    private boolean fits(int wanted, int percent) throws IOException {
      long own = rates.time() - rates.waited();
      return product(100, rates.read(), costs.bytes(wanted))
                  .compareTo(product(percent, own, costs.bytes(fidelity)))
              <= 0
          && product(100, rates.decode(), costs.work(wanted))
                  .compareTo(product(percent, own, costs.work(fidelity)))
              <= 0;
    }

    private static BigInteger product(long... factors) {
      BigInteger product = BigInteger.ONE;
      for (long factor : factors) {
        product = product.multiply(BigInteger.valueOf(factor));
      }
      return product;
    }
  }

  @Override
  public void given() {
    left--;
  }

  @Override
  public Map<String, Long> members() {
    Map<String, Long> members = new LinkedHashMap<>();
    members.put("fidelity", (long) fidelity);
    members.put("next", (long) next);
    members.put("left", (long) left);
    members.put("skip", (long) skip);
    members.put("calm", (long) calm);
    members.put("patience", (long) patience);
    return members;
  }
}
