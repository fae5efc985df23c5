package io.pcr.loader.policy;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A policy at work in a run. For one thread at a time: the loader sees to that. The same inputs
 * give the same decisions, on any machine.
 */
public interface PolicyRun {
  /**
   * The fidelity of a batch, from 1 to 64.
   *
   * @param next the batch that the caller gets next
   * @param of the same batch or one behind it
   * @return empty when it depends on a decision that has not been taken
   */
  OptionalInt fidelity(BatchPlace next, BatchPlace of);

  /** Whether a decision has to be taken before the batch that comes next. */
  boolean isDue(BatchPlace next);

  /**
   * Takes the decision that is due. When this fails, nothing has changed.
   *
   * @return what was decided and why, for people
   */
  String decide(DecisionPoint point) throws IOException;

  /** Notes that the caller got the batch that came next. */
  void given();

  /** What a run needs to go on from here, besides the name of the policy. */
  Map<String, Long> members();
}
