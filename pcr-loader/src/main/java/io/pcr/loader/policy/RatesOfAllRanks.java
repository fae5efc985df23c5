package io.pcr.loader.policy;

import java.io.IOException;

/**
 * Gives every rank the same rates: of each value the largest of all ranks. All ranks call it before
 * the same batches.
 */
@FunctionalInterface
public interface RatesOfAllRanks {
  /**
   * Exchanges the rates of this rank with those of the others.
   *
   * @throws IOException when the ranks cannot reach each other; the run ends with it
   */
  Rates of(Rates own) throws IOException;
}
