package io.pcr.loader.policy;

import io.pcr.format.Fidelity;
import io.pcr.loader.internal.policy.CosineFile;
import io.pcr.loader.internal.policy.CosineRule;
import io.pcr.loader.internal.policy.DecisionPlaces;
import io.pcr.loader.internal.policy.FedPolicy;
import io.pcr.loader.internal.policy.FidelityNumbers;
import io.pcr.loader.internal.policy.FixedPolicy;
import io.pcr.loader.internal.policy.GradientPolicy;
import io.pcr.loader.internal.policy.MeasuredCosines;
import io.pcr.loader.internal.policy.SchedulePolicy;
import io.pcr.loader.state.PolicyState;
import java.util.List;
import java.util.Optional;

/**
 * Decides which fidelity each batch of a run has. The order and the crops do not depend on it. The
 * policies of spec/loader.md 10 are made here; a program may bring one of its own.
 *
 * <p>Immutable and thread-safe; what belongs to one run is in {@link PolicyRun}.
 */
public interface FidelityPolicy {
  /** The epoch of the first decision of {@link #paper}, unless the caller says another. */
  int PAPER_FROM = 5;

  /** The batches of a period of {@link #fed}, unless the caller says another number. */
  int FED_PERIOD = 64;

  /**
   * The policy and its options, as the state of a run names them. A run continues only with a
   * policy of the same name. Empty when a run may continue with any such policy.
   */
  Optional<String> name();

  /** The highest fidelity that it may ask for. Memory is reserved for it. */
  Fidelity highest();

  /** Whether another run with the same inputs takes the same decisions. */
  default boolean isRepeatable() {
    return true;
  }

  /**
   * Begins a run, or goes on with one.
   *
   * @param saved what the state says; empty when the run begins
   * @param batches of each epoch
   * @throws IllegalArgumentException when the state, or an option, does not fit the run
   */
  PolicyRun begin(Optional<PolicyState> saved, long batches);

  /** All batches have one fidelity. */
  static FidelityPolicy fixed(Fidelity fidelity) {
    return new FixedPolicy(fidelity);
  }

  /**
   * The epoch decides, such as 80 epochs at fidelity 1, and full fidelity for the rest.
   *
   * @param stages one after the other, up to 63
   * @param rest the fidelity behind them
   */
  static FidelityPolicy schedule(List<FidelityStage> stages, Fidelity rest) {
    return new SchedulePolicy(stages, rest);
  }

  /**
   * The smallest candidate whose gradient has a cosine of more than .8 with the gradient at full
   * fidelity, over the same ten batches each time; full fidelity when there is none.
   *
   * @param candidates ascending, below full fidelity
   * @param from the first epoch before which it decides
   * @param every how many epochs later it decides again
   */
  static FidelityPolicy paper(
      List<Fidelity> candidates, int from, int every, GradientCosines cosines) {
    int[] numbers = FidelityNumbers.candidates(candidates, FidelityNumbers.FULL - 1);
    return new GradientPolicy(
        "paper:" + FidelityNumbers.text(numbers) + ":" + from + ":" + every,
        CosineRule.PAPER,
        numbers,
        DecisionPlaces.inEpochs(from, every, 1),
        new MeasuredCosines(CosineRule.PAPER, numbers, 1, cosines));
  }

  /**
   * As {@link #paper}, with other images at each decision, an interval in place of one cosine, and
   * costs: a fidelity must be surely good enough, it is left only if it surely is not, and what
   * costs nearly nothing is not left out.
   *
   * @param times decisions in an epoch, 1 to 1,000
   */
  static FidelityPolicy improved(
      List<Fidelity> candidates, int from, int every, int times, GradientCosines cosines) {
    int[] numbers = FidelityNumbers.candidates(candidates, FidelityNumbers.FULL - 1);
    return new GradientPolicy(
        "improved:" + FidelityNumbers.text(numbers) + ":" + from + ":" + every + ":" + times,
        CosineRule.IMPROVED,
        numbers,
        DecisionPlaces.inEpochs(from, every, times),
        new MeasuredCosines(CosineRule.IMPROVED, numbers, times, cosines));
  }

  /**
   * {@link #paper} with cosines that were recorded.
   *
   * @param csv the bytes of a file as spec/loader.md 10.6 says
   * @throws IllegalArgumentException when it is not such a file; names the line
   */
  static FidelityPolicy recordedPaper(byte[] csv) {
    return CosineFile.parse(csv, CosineRule.PAPER).policy();
  }

  /**
   * {@link #improved} with cosines that were recorded.
   *
   * @param csv the bytes of a file as spec/loader.md 10.6 says
   * @throws IllegalArgumentException when it is not such a file; names the line
   */
  static FidelityPolicy recordedImproved(byte[] csv) {
    return CosineFile.parse(csv, CosineRule.IMPROVED).policy();
  }

  /**
   * The highest candidate at which the caller does not wait for batches. All ranks take the same
   * decisions, from the rates of all of them.
   *
   * @param candidates ascending
   * @param period batches from one decision to the next
   */
  static FidelityPolicy fed(List<Fidelity> candidates, int period, RatesOfAllRanks shared) {
    return new FedPolicy(candidates, period, Optional.of(shared));
  }

  /**
   * As {@link #fed}, but each rank decides by its own clock. Such a run cannot be repeated, and its
   * ranks may read different fidelities.
   */
  static FidelityPolicy fedByOwnClock(List<Fidelity> candidates, int period) {
    return new FedPolicy(candidates, period, Optional.empty());
  }
}
