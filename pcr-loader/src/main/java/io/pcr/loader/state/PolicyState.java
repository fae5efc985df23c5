package io.pcr.loader.state;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the state of a run says of its fidelity policy (spec/loader.md 10.2). Immutable.
 *
 * @param name of the policy, with its options: 1 to 400 printable ASCII characters
 * @param members what else the policy needs to go on
 */
public record PolicyState(String name, Map<String, Long> members) {
  /** The most characters of a name. */
  public static final int MAX_NAME = 400;

  /** The most members besides the name. */
  public static final int MAX_MEMBERS = 8;

  public PolicyState {
    requireNonNull(name, "name");
    if (!name.matches("[!-~]{1," + MAX_NAME + "}")) {
      throw new IllegalArgumentException(
          "the name of a policy has 1 to " + MAX_NAME + " printable ASCII characters, not " + name);
    }
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    if (members.size() > MAX_MEMBERS || members.containsKey("name")) {
      throw new IllegalArgumentException("a policy state with the members " + members.keySet());
    }
  }

  /**
   * Makes sure that it has these members and no others.
   *
   * @throws IllegalArgumentException when it has not; names one
   */
  public void requireMembers(String... names) {
    for (String each : names) {
      member(each, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    for (String each : members.keySet()) {
      if (!List.of(names).contains(each)) {
        throw new IllegalArgumentException(
            "the state of the policy " + name + " has \"" + each + "\", which is unknown");
      }
    }
  }

  /**
   * A member.
   *
   * @throws IllegalArgumentException when there is none, or it is outside of a range
   */
  public long member(String which, long min, long max) {
    Long value = members.get(which);
    if (value == null) {
      throw new IllegalArgumentException(
          "the state of the policy " + name + " has no \"" + which + "\"");
    }
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "the state of the policy " + name + " has a \"" + which + "\" of " + value);
    }
    return value;
  }
}
