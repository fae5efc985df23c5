package io.pcr.advisor.internal.strategy;

import static java.util.Objects.requireNonNull;

import io.pcr.advisor.strategy.Picture;

/**
 * Which steps of a pipeline are done once, and as what their results are stored. Immutable and
 * thread-safe.
 *
 * @param split the number of the split; 0 for doing everything in every epoch
 */
public record Strategy(Pipeline pipeline, int split, SplitFormat format) {
  /**
   * A strategy.
   *
   * @throws IllegalArgumentException when the split is behind a random step, or the format cannot
   *     hold what is there; the message says why
   */
  public Strategy {
    requireNonNull(pipeline, "pipeline");
    requireNonNull(format, "format");
    pipeline.requireSplit(split);
    if ((split == 0) != (format.form() == SplitFormat.Form.FILES)) {
      throw new IllegalArgumentException(
          "the originals are files, and what is stored behind "
              + Pipeline.READ
              + " or later is a dataset: no "
              + format
              + " at split "
              + split);
    }
    if (!format.form().takes(pipeline.kindAt(split))) {
      throw new IllegalArgumentException(
          format
              + " cannot hold what "
              + pipeline.nameOfSplit(split)
              + " gives: "
              + pipeline.kindAt(split));
    }
  }

  /** Nothing done once: the originals are read in every epoch. */
  public static Strategy ofOriginals(Pipeline pipeline) {
    return new Strategy(pipeline, 0, new SplitFormat(SplitFormat.Form.FILES, ""));
  }

  /** Whether there is nothing to prepare. */
  public boolean isOfOriginals() {
    return split == 0;
  }

  Picture.Kind kind() {
    return pipeline.kindAt(split);
  }

  /** The name of the last step that is done once. */
  public String name() {
    return pipeline.nameOfSplit(split);
  }

  @Override
  public String toString() {
    return name() + " as " + format;
  }
}
