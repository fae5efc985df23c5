package io.pcr.loader.order;

/**
 * What a lane of the order {@code liquid} does for one batch. Its arrays are its own: nobody may
 * change them.
 */
public final class LiquidTurn {
  private final long[] given;
  private final boolean[] kept;
  private final long[] read;

  LiquidTurn(long[] given, boolean[] kept, long[] read) {
    this.given = given;
    this.kept = kept;
    this.read = read;
  }

  /** The indices of the samples that it gives, in order. */
  public long[] given() {
    return given;
  }

  /** Of each of the samples that it gives, whether it stays in memory for the next epoch. */
  public boolean[] kept() {
    return kept;
  }

  /** The indices of the samples that are read before, in order. */
  public long[] read() {
    return read;
  }
}
