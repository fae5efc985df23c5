package io.pcr.format;

/**
 * How much of every sample to read: scan groups 1 to {@link #groupIn} of a shard. Immutable.
 *
 * <p>{@link #group} asks for exactly that many groups. A shard with fewer groups is then an error,
 * so that nobody measures another fidelity than the one that was asked for. {@link #atMost} reads
 * the groups that there are, up to a group. It works for all shards of a dataset, also for those
 * that have only full fidelity.
 */
public final class Fidelity {
  /** The largest number of scan groups that a shard can have. */
  public static final int MAX_GROUPS = 64;

  /** All groups that a shard has: the coefficients of the original. */
  public static final Fidelity FULL = new Fidelity(0, false);

  private final int group;
  private final boolean isAtMost;

  private Fidelity(int group, boolean isAtMost) {
    this.group = group;
    this.isAtMost = isAtMost;
  }

  /** Groups 1 to {@code group}. */
  public static Fidelity group(int group) {
    return new Fidelity(checked(group), false);
  }

  /**
   * Groups 1 to {@code group}, or all groups of a shard that has fewer. A sample that has only full
   * fidelity, as in a TFRecord shard, is read at full fidelity.
   */
  public static Fidelity atMost(int group) {
    return new Fidelity(checked(group), true);
  }

  private static int checked(int group) {
    if (group < 1 || group > MAX_GROUPS) {
      throw new IllegalArgumentException("group " + group + " is not in 1.." + MAX_GROUPS);
    }
    return group;
  }

  /** True for what {@link #atMost} makes. */
  public boolean isAtMost() {
    return isAtMost;
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
    if (group > groupCount && !isAtMost) {
      throw new IllegalArgumentException(
          groupCount == 1
              ? "fidelity " + group + " was asked for, and this shard has only full fidelity"
              : "fidelity "
                  + group
                  + " was asked for, and this shard has "
                  + groupCount
                  + " groups");
    }
    return isFull() ? groupCount : Math.min(group, groupCount);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fidelity that && that.group == group && that.isAtMost == isAtMost;
  }

  @Override
  public int hashCode() {
    return 2 * group + (isAtMost ? 1 : 0);
  }

  @Override
  public String toString() {
    return isFull() ? "full" : (isAtMost ? "at most group " : "group ") + group;
  }
}
