package io.pcr.loader.internal;

import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.FidelityDecision;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.state.PolicyState;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which fidelity the batches of a run have, and which batch comes next. The thread that plans ahead
 * waits here for decisions that the thread of the caller takes. Thread-safe.
 */
public final class FidelityPlan {
  private final Optional<String> name;
  private final PolicyRun policy;
  private final long batches;
  private BatchPlace next;
  private boolean isDeciding;
  private boolean closed;

  /** What the policy had before the decision that is due at the next batch. */
  private Map<String, Long> before;

  private Optional<FidelityDecision> last = Optional.empty();

  /**
   * @param name of the policy in the state, if it has one
   * @param first the batch that comes next
   */
  public FidelityPlan(Optional<String> name, PolicyRun policy, BatchPlace first) {
    this.name = name;
    this.policy = policy;
    this.batches = first.batches();
    this.next = first;
    this.before = policy.members();
  }

  /** Whether the fidelity of a batch depends on no decision any more. */
  synchronized boolean isKnown(long batch) {
    return !isDeciding && known(batch).isPresent();
  }

  /**
   * Waits until the fidelity of a batch is known.
   *
   * @return from 1 to 64; 0 when the loader has been closed
   */
  synchronized int await(long batch) throws InterruptedException {
    while (!closed && !isKnown(batch)) {
      wait();
    }
    return closed ? 0 : known(batch).getAsInt();
  }

  private OptionalInt known(long batch) {
    return policy.fidelity(next, BatchPlace.of(batch, batches));
  }

  /** Takes the decision that is due before the next batch, if there is one. */
  public void decide(DecisionPoint point) throws IOException {
    synchronized (this) {
      if (!policy.isDue(next)) {
        return;
      }
      isDeciding = true; // The policy is this thread's alone, for as long as the caller needs.
    }
    String reason = null;
    try {
      reason = policy.decide(point);
    } finally {
      decided(reason);
    }
  }

  private synchronized void decided(String reason) {
    if (reason != null) {
      last = Optional.of(new FidelityDecision(next, reason));
    }
    isDeciding = false;
    notifyAll();
  }

  /** Notes that the caller got a batch. */
  public synchronized void given(long batch) {
    policy.given();
    before = policy.members();
    next = BatchPlace.of(batch + 1, batches);
    notifyAll();
  }

  /** The batch that comes next. */
  public synchronized BatchPlace next() {
    return next;
  }

  /** Where the run is. */
  public synchronized Place place() {
    return new Place(next, name.map(known -> new PolicyState(known, before)));
  }

  /**
   * Where a run is, and what its policy has there.
   *
   * @param policy empty when the state says nothing of it
   */
  public record Place(BatchPlace next, Optional<PolicyState> policy) {}

  /** The last decision. */
  public synchronized Optional<FidelityDecision> last() {
    return last;
  }

  /** Ends all waiting. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
