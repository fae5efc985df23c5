package io.pcr.advisor.internal.strategy;

import static java.util.Objects.requireNonNull;

import io.pcr.advisor.strategy.Step;
import java.util.List;

/**
 * Whether pictures are shuffled, and where. Immutable.
 *
 * @param pictures that wait at a time; 0 for no shuffling
 * @param before the name of the step before which they wait, or {@link #END}; where that step is
 *     done once, they wait before all others
 */
public record ShufflePlace(int pictures, String before) {
  /** Behind all steps. */
  public static final String END = "end";

  /** No shuffling. */
  public static final ShufflePlace NONE = new ShufflePlace(0, END);

  public ShufflePlace {
    requireNonNull(before, "before");
  }

  /**
   * Reads {@code none} or {@code 1000@decode}.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static ShufflePlace parse(String text) {
    if (text.equals("none")) {
      return NONE;
    }
    String[] parts = text.split("@", 2);
    try {
      int pictures = Integer.parseInt(parts[0]);
      if (parts.length == 2 && pictures > 0 && !parts[1].isEmpty()) {
        return new ShufflePlace(pictures, parts[1]);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is neither none nor PICTURES@STEP, such as 1000@decode or 1000@end");
  }

  /**
   * Before how many of the steps that are done in every epoch the pictures wait.
   *
   * @throws IllegalArgumentException when the pipeline has no such step
   */
  int position(Pipeline pipeline, int split) {
    if (before.equals(END)) {
      return pipeline.behind(split).size();
    }
    List<String> names = pipeline.steps().stream().map(Step::name).toList();
    int step = names.indexOf(before);
    if (step < 0) {
      throw new IllegalArgumentException(
          "no step " + before + " to shuffle before; the steps are " + names);
    }
    return Math.max(0, step - pipeline.before(split).size());
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return pictures == 0 ? "none" : pictures + "@" + before;
  }
}
