package io.pcr.loader.policy;

import java.io.IOException;

/** Measures cosines between gradients. The model and its gradients are the caller's. */
@FunctionalInterface
public interface GradientCosines {
  /**
   * Measures them. The gradients are those of all ranks together, so that all ranks return the
   * same.
   *
   * @return for each candidate: with {@code paper}, one cosine, of the gradients accumulated over
   *     all batches; with {@code improved}, one for each batch
   */
  double[][] of(GradientProbe probe) throws IOException;
}
