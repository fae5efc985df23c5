package io.pcr.format.quality;

import static io.pcr.format.error.InvalidFieldException.require;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the scan groups were chosen to show (spec section "Groups and targets"): one value for each
 * group but the last one, which completes the images. Immutable and thread-safe.
 *
 * @param measure what the values measure
 * @param way whether each image reaches the values, or only the mean of all images
 * @param values in millionths, 1 to 999,999, in rising order
 */
public record GroupTargets(QualityMeasure measure, Way way, List<Integer> values) {
  /** Values are in parts of it. */
  public static final int MILLION = 1_000_000;

  /** How targets are reached, with its id on disk. */
  public enum Way {
    /** Each image reaches them, as far as the writer can predict. */
    QUALITY(1),
    /** The images reach them on average. */
    SLOPE(2);

    private final int id;

    Way(int id) {
      this.id = id;
    }

    public int id() {
      return id;
    }

    public static Optional<Way> ofId(int id) {
      return Arrays.stream(values()).filter(way -> way.id == id).findFirst();
    }
  }

  /**
   * @throws io.pcr.format.error.InvalidFieldException when they break a rule of the format
   */
  public GroupTargets {
    requireNonNull(measure, "measure");
    requireNonNull(way, "way");
    values = List.copyOf(values);
    int before = 0;
    for (int i = 0; i < values.size(); i++) {
      int value = values.get(i);
      require(
          value > before && value < MILLION,
          ErrorCode.MALFORMED,
          "GroupTargets.values[" + i + "]",
          Integer.toUnsignedLong(value),
          (before + 1) + " to " + (MILLION - 1));
      before = value;
    }
  }

  /** The number of groups, including the last one. */
  public int groupCount() {
    return values.size() + 1;
  }

  /** The first group that was chosen to show at least a quality; empty when only the last does. */
  public OptionalInt groupFor(double quality) {
    for (int i = 0; i < values.size(); i++) {
      if (target(i + 1) >= quality) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * What a group was chosen to show.
   *
   * @param group from 1, not the last
   */
  public double target(int group) {
    return values.get(group - 1) / (double) MILLION;
  }

  /**
   * Checks that there is a target for each group but the last.
   *
   * @throws io.pcr.format.error.InvalidFieldException when there is not
   */
  public void requireFits(String path, int groups) {
    require(
        groupCount() == groups,
        ErrorCode.MALFORMED,
        path + ".values",
        values.size(),
        groups - 1 + ", one for each group but the last");
  }
}
