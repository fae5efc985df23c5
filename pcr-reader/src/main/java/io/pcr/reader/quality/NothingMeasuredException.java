package io.pcr.reader.quality;

import io.pcr.format.internal.text.Units;
import java.io.IOException;

/** Says that no image of a dataset could be measured. */
public final class NothingMeasuredException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String dataset;
  private final Reason reason;
  private final long images;
  private final long limit;

  public NothingMeasuredException(String dataset, Reason reason, long images, long limit) {
    super(dataset + ": " + message(reason, images, limit));
    this.dataset = dataset;
    this.reason = reason;
    this.images = images;
    this.limit = limit;
  }

  /** Why nothing was measured. */
  public enum Reason {
    /** The dataset stores all samples at full fidelity only. */
    ONE_FIDELITY,
    /** None of the samples that were examined is a progressive image. */
    NO_PROGRESSIVE_IMAGE,
    /** All images that could be measured have more pixels than the limit. */
    OVER_LIMIT
  }

  private static String message(Reason reason, long images, long limit) {
    return switch (reason) {
      case ONE_FIDELITY -> "all samples have only full fidelity, so there is nothing to measure";
      case NO_PROGRESSIVE_IMAGE ->
          "no sample is a progressive image, so there is only full fidelity";
      case OVER_LIMIT -> "nothing was measured, because " + overLimit(images, limit);
    };
  }

  /** {@code 1 image is over the limit of 12,582,912 pixels}. */
  public static String overLimit(long images, long limit) {
    return Units.count(images, "image")
        + (images == 1 ? " is" : " are")
        + " over the limit of "
        + Units.count(limit)
        + " pixels";
  }

  /** The dataset's name. */
  public String dataset() {
    return dataset;
  }

  /** Why nothing was measured. */
  public Reason reason() {
    return reason;
  }

  /** The number of images over the limit that were found. */
  public long overLimit() {
    return images;
  }

  /** The limit in pixels. */
  public long limit() {
    return limit;
  }
}
