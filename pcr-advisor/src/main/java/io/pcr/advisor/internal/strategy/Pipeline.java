package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The steps of an image, in order. Reading it is the step before all others. Splits are numbered by
 * the steps before them: behind 0 there is nothing done once, behind 1 images have been read, and
 * behind {@code 1 + k} the first k other steps are done. Immutable and thread-safe.
 *
 * @param steps those behind reading
 */
public record Pipeline(List<Step> steps) {
  /** The step that every pipeline begins with. */
  public static final String READ = "read";

  private static final String DEFAULT = "read,decode,resize:256,centre,crop:224";

  /**
   * A pipeline.
   *
   * @throws IllegalArgumentException when a step does not take what the one before it gives
   */
  public Pipeline {
    steps = List.copyOf(steps);
    kindBehind(steps, steps.size());
  }

  /** That of the paper on PRESTO. */
  public static Pipeline ofPaper() {
    return parse(DEFAULT);
  }

  /**
   * Reads {@code read,decode,resize:256}; {@code read} need not be said.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static Pipeline parse(String text) {
    List<Step> steps = new ArrayList<>();
    String[] words = text.split(",", -1);
    for (int i = 0; i < words.length; i++) {
      if (i > 0 || !words[i].strip().equals(READ)) {
        steps.add(StepWords.step(words[i].strip()));
      }
    }
    return new Pipeline(steps);
  }

  /** How many splits there are, the one before everything included. */
  public int splits() {
    return steps.size() + 2;
  }

  /** The name of the last step before a split. */
  public String nameOfSplit(int split) {
    return switch (split) {
      case 0 -> "nothing";
      case 1 -> READ;
      default -> steps.get(split - 2).name();
    };
  }

  /** What pictures are at a split. */
  public Picture.Kind kindAt(int split) {
    return kindBehind(steps, Math.max(0, split - 1));
  }

  private static Picture.Kind kindBehind(List<Step> steps, int count) {
    Picture.Kind kind = Picture.Kind.FILE;
    for (Step step : steps.subList(0, count)) {
      kind = step.gives(kind);
    }
    return kind;
  }

  /** The steps that are done once. */
  public List<Step> before(int split) {
    return steps.subList(0, Math.max(0, split - 1));
  }

  /** The steps that are done in every epoch, without reading. */
  public List<Step> behind(int split) {
    return steps.subList(Math.max(0, split - 1), steps.size());
  }

  /**
   * The same number, proved to be one of a split that can be stored.
   *
   * @throws IllegalArgumentException when there is none of this number, or it is behind a random
   *     step; the message says why
   */
  public int requireSplit(int split) {
    if (split < 0 || split >= splits()) {
      throw new IllegalArgumentException("split " + split + " is not in 0.." + (splits() - 1));
    }
    for (Step step : before(split)) {
      if (step.isRandom()) {
        throw new IllegalArgumentException(
            "no split behind "
                + step.name()
                + ", which is random: if its results were stored, every epoch would have the same");
      }
    }
    return split;
  }

  /** The last split that can be stored. */
  public int lastSplit() {
    int last = 1;
    while (last < splits() - 1 && !steps.get(last - 1).isRandom()) {
      last++;
    }
    return last;
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    String rest = steps.stream().map(step -> "," + step.name()).collect(Collectors.joining());
    return READ + rest;
  }
}
