package io.pcr.loader.policy;

import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import java.io.IOException;
import java.util.List;

/**
 * What a program measures cosines of gradients on (spec/loader.md 10.4 and 10.5). Valid during the
 * measurement.
 */
public interface GradientProbe {
  /** The batch before which the decision is taken. */
  BatchPlace place();

  /** The fidelities whose gradients are compared with the gradient at full fidelity, ascending. */
  List<Fidelity> candidates();

  /** How many batches {@link #open} gives. */
  int batches();

  /**
   * Gives the batches of the probe: at each fidelity the same images, in the same crops.
   *
   * @return a loader that the caller closes before it opens the next one
   */
  Loader open(Fidelity fidelity) throws IOException;
}
