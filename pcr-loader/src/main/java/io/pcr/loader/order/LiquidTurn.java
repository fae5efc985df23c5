package io.pcr.loader.order;

import static java.util.Objects.requireNonNull;

/**
 * What a lane of the order {@code liquid} does for one batch. The arrays must not be changed.
 *
 * @param given the indices of the samples that it gives, in order
 * @param kept of each of them, whether it stays in memory for the next epoch
 * @param read the indices of the samples that are read before, in order
 */
public record LiquidTurn(long[] given, boolean[] kept, long[] read) {
  public LiquidTurn {
    requireNonNull(given, "given");
    requireNonNull(kept, "kept");
    requireNonNull(read, "read");
  }
}
