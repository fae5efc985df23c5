package io.pcr.advisor.internal.quality;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a choice costs and shows, as means of an image. Immutable.
 *
 * @param bytes of an image
 * @param copied which part of the images is stored as it came, because its quality is not above
 *     that of the choice
 * @param encodeMillis of processor time, of the images that are not copied; 0 when all are
 * @param decodeMillis of processor time
 * @param msSsim against the image at full quality
 */
public record MeasuredChoice(
    Choice choice,
    double bytes,
    double copied,
    double encodeMillis,
    double decodeMillis,
    double msSsim) {
  public MeasuredChoice {
    requireNonNull(choice, "choice");
  }

  /**
   * The (DL)² rule: of a family, the highest quality whose images all fit into the memory.
   *
   * @param memory bytes
   * @param images of the dataset
   * @return empty when none fits
   */
  public static Optional<MeasuredChoice> highestThatFits(
      List<MeasuredChoice> choices, Choice.Family family, long memory, long images) {
    return choices.stream()
        .filter(measured -> measured.choice.family() == family)
        .filter(measured -> measured.bytes * images <= memory)
        .max(Comparator.comparingInt(measured -> measured.choice.level()));
  }

  /** The one of all families that shows most of those that fit; empty when none does. */
  public static Optional<MeasuredChoice> bestThatFits(
      List<MeasuredChoice> choices, long memory, long images) {
    return choices.stream()
        .filter(measured -> measured.bytes * images <= memory)
        .max(
            Comparator.comparingDouble(MeasuredChoice::msSsim)
                .thenComparingDouble(measured -> -measured.bytes));
  }
}
