package io.pcr.advisor.model;

/**
 * How fast the place of a dataset answers. Immutable.
 *
 * @param latency seconds until the first byte of a small range
 * @param streamBandwidth bytes a second of one read after the other
 * @param bandwidth bytes a second of as many reads at a time as the loader has
 * @param isCold whether no cache of this machine was read
 */
public record Place(double latency, double streamBandwidth, double bandwidth, boolean isCold) {
  /** A place that limits nothing: bytes that are in memory. */
  public static final Place MEMORY =
      new Place(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, false);
}
