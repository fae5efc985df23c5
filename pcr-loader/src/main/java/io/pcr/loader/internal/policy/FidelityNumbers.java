package io.pcr.loader.internal.policy;

import io.pcr.format.Fidelity;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Fidelities as numbers from 1 to 64, which is full fidelity (spec/loader.md 10.1). */
public final class FidelityNumbers {
  /** Full fidelity. */
  public static final int FULL = Fidelity.MAX_GROUPS;

  /** The most candidates of a policy. */
  public static final int MOST_CANDIDATES = 16;

  private FidelityNumbers() {}

  /** The number of a fidelity. */
  public static int of(Fidelity fidelity) {
    return fidelity.groupIn(FULL);
  }

  /** The fidelity with a number; shards that have fewer groups are read whole. */
  public static Fidelity fidelity(int number) {
    return number == FULL ? Fidelity.FULL : Fidelity.atMost(number);
  }

  /** What a fidelity is called in messages. */
  public static String called(int number) {
    return number == FULL ? "full" : Integer.toString(number);
  }

  /**
   * The numbers of candidates.
   *
   * @param highest that may be among them
   * @throws IllegalArgumentException when they are none, too many, not ascending, or too high
   */
  public static int[] candidates(List<Fidelity> fidelities, int highest) {
    int[] numbers = fidelities.stream().mapToInt(FidelityNumbers::of).toArray();
    if (numbers.length < 1 || numbers.length > MOST_CANDIDATES) {
      throw new IllegalArgumentException(
          numbers.length + " candidates; a policy has 1 to " + MOST_CANDIDATES);
    }
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] > highest || (i > 0 && numbers[i] <= numbers[i - 1])) {
        throw new IllegalArgumentException(
            "candidates are ascending fidelities"
                + (highest < FULL ? " below full" : "")
                + ", not "
                + text(numbers));
      }
    }
    return numbers;
  }

  /** Numbers as names have them. */
  public static String text(int[] numbers) {
    return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }
}
