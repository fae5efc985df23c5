package io.pcr.loader.policy;

/**
 * What a rank measured in a period, in microseconds (spec/loader.md 10.8).
 *
 * @param time that the period took; at least 1
 * @param waited the part of it in which the caller waited for batches
 * @param read the part of it in which something was read
 * @param decode what decoding took, if all threads decode all the time
 */
public record Rates(long time, long waited, long read, long decode) {
  public Rates {
    if (time < 1 || waited < 0 || waited > time || read < 0 || decode < 0) {
      throw new IllegalArgumentException(
          "a period of " + time + ", waited " + waited + ", read " + read + ", decode " + decode);
    }
  }

  /** The larger value of each kind: what several ranks agree on. */
  public Rates max(Rates other) {
    return new Rates(
        Math.max(time, other.time),
        Math.max(waited, other.waited),
        Math.max(read, other.read),
        Math.max(decode, other.decode));
  }
}
