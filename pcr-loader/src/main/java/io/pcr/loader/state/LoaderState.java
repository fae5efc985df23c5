package io.pcr.loader.state;

import static java.util.Objects.requireNonNull;

import io.pcr.loader.batch.BatchSize;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.OrderOptions;
import java.util.List;
import java.util.Optional;

/**
 * Where a run is, and which run it is. A program keeps it to continue later, on any number of ranks
 * (spec/loader.md 8). Immutable. All ranks of a run have the same state.
 *
 * @param order of the samples
 * @param seed of the run
 * @param epoch of the next batch, from 0
 * @param position of the next batch's first sample in the epoch: a multiple of the batch
 * @param batch samples of all ranks together
 * @param remainder what happens at the end of an epoch
 * @param epochBatches batches of an epoch of a mix; 0 in a run of one part
 * @param parts one, or those of a mix
 * @param policy what the fidelity policy needs to go on; empty when that is nothing
 */
public record LoaderState(
    OrderOptions order,
    long seed,
    long epoch,
    long position,
    int batch,
    Remainder remainder,
    long epochBatches,
    List<PartId> parts,
    Optional<PolicyState> policy) {

  public LoaderState {
    requireNonNull(order, "order");
    requireNonNull(remainder, "remainder");
    requireNonNull(policy, "policy");
    parts = List.copyOf(parts);
    check(epoch >= 0, "epoch", epoch);
    check(batch >= 1 && batch <= BatchSize.MAX, "batch", batch);
    check(position >= 0 && position % batch == 0, "position", position);
    check(parts.size() >= 1, "number of parts", parts.size());
    check(parts.size() > 1 ? epochBatches >= 1 : epochBatches == 0, "epoch_batches", epochBatches);
    if (order.kind() == OrderKind.LIQUID) {
      check(parts.size() == 1, "number of parts", parts.size());
      check(batch % order.lanes() == 0, "number of lanes", order.lanes());
    }
  }

  private static void check(boolean holds, String what, long found) {
    if (!holds) {
      throw new IllegalArgumentException("a loader state has no " + what + " of " + found);
    }
  }

  /** Whether the run mixes parts. */
  public boolean isMix() {
    return parts.size() > 1;
  }

  /** This state with another place in the run. */
  public LoaderState at(long newEpoch, long newPosition, Optional<PolicyState> newPolicy) {
    return new LoaderState(
        order, seed, newEpoch, newPosition, batch, remainder, epochBatches, parts, newPolicy);
  }

  /** The state as JSON, in one line. */
  public String toJson() {
    return StateJson.write(this);
  }

  /**
   * Reads a state.
   *
   * @throws IllegalArgumentException when the text is not a state of this version; says why
   */
  public static LoaderState parse(String json) {
    return StateJson.parse(json);
  }

  /**
   * Checks that a run can continue from this state. Options that may change at the beginning of an
   * epoch are compared only within an epoch, and in a mix always: its parts are within epochs of
   * their own.
   *
   * @param run the state that the run has at its own beginning
   * @throws StateMismatchException when something differs; names it, and both values
   */
  public void requireFits(LoaderState run) {
    requireSame("number of parts", parts.size(), run.parts.size());
    for (int part = 0; part < parts.size(); part++) {
      PartId mine = parts.get(part);
      PartId other = run.parts.get(part);
      String of = isMix() ? " of part " + (part + 1) : "";
      requireSame("dataset" + of, mine.dataset(), other.dataset());
      requireSame("generation" + of, mine.generation(), other.generation());
      requireSame("view" + of, mine.view(), other.view());
      requireSame("weight" + of, mine.weight(), other.weight());
    }
    requireSame("seed", seed, run.seed);
    requireSame("policy", policyName(), run.policyName());
    if (position != 0 || isMix()) {
      requireSame("batch", batch, run.batch);
      requireSame("epoch_batches", epochBatches, run.epochBatches);
      requireSame("order", order.kind().text(), run.order.kind().text());
      requireSame("lanes", order.lanes(), run.order.lanes());
      requireSame("window", order.window(), run.order.window());
      requireSame("remainder", remainder.text(), run.remainder.text());
    }
  }

  private String policyName() {
    return policy.map(PolicyState::name).orElse("fixed");
  }

  private static void requireSame(String what, Object state, Object run) {
    if (!state.equals(run)) {
      throw new StateMismatchException(what, state.toString(), run.toString());
    }
  }
}
