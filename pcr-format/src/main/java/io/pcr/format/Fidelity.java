package io.pcr.format;

/**
 * How much of every sample to read: scan groups 1 to {@link #groupIn} of a shard. Immutable.
 *
 * <p>A fidelity means the same in every shard of a dataset, as they share their scan scripts.
 */
public final class Fidelity {
  /** The largest number of scan groups that a shard can have. */
  public static final int MAX_GROUPS = 64;

  /** All groups that a shard has: the coefficients of the original. */
  public static final Fidelity FULL = new Fidelity(0);

  private final int group;

  private Fidelity(int group) {
    this.group = group;
  }

  /** Groups 1 to {@code group}. */
  public static Fidelity group(int group) {
    if (group < 1 || group > MAX_GROUPS) {
      throw new IllegalArgumentException("group " + group + " is not in 1.." + MAX_GROUPS);
    }
    return new Fidelity(group);
  }

  /** True for {@link #FULL}, whatever the number of groups. */
  public boolean isFull() {
    return group == 0;
  }

  /**
   * The last group to read of a shard with {@code groupCount} groups.
   *
   * @throws IllegalArgumentException when the shard has fewer groups than this fidelity asks for
   */
  public int groupIn(int groupCount) {
    if (group > groupCount) {
      throw new IllegalArgumentException(
          groupCount == 1
              ? "fidelity " + group + " asked of a shard of whole samples: there is only full"
              : "fidelity " + group + " asked of a shard with " + groupCount + " groups");
    }
    return isFull() ? groupCount : group;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fidelity that && that.group == group;
  }

  @Override
  public int hashCode() {
    return Integer.hashCode(group);
  }

  @Override
  public String toString() {
    return isFull() ? "full" : "group " + group;
  }
}
