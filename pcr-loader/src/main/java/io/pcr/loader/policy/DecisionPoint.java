package io.pcr.loader.policy;

import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import java.io.IOException;

/** What a policy can use to decide before a batch. Valid during the decision. */
public interface DecisionPoint {
  /** The batch before which the decision is taken. */
  BatchPlace place();

  /** What the samples of the run cost. */
  SampleCosts costs();

  /**
   * What this rank measured since the last time that this was asked for, or since the run was
   * opened.
   */
  Rates rates();

  /**
   * Gives batches of a draw (spec/loader.md 10.7). The position of the run does not move.
   *
   * @param draw the same draw has the same images, in the same crops
   * @param batches how many the loader gives
   * @return a loader that the caller closes
   */
  Loader probe(long draw, int batches, Fidelity fidelity) throws IOException;
}
