package io.pcr.writer.convert;

import io.pcr.format.media.MediaType;
import java.util.Map;

/**
 * What a conversion would meet. Immutable.
 *
 * @param inputs how many there are
 * @param inputBytes their bytes
 * @param byType how many there are of each kind of image, by their first bytes
 * @param notImages how many are no images, or cannot be read
 * @param refused how many are images that the options do not let in
 * @param classes how many classes they are in
 * @param listedRejects how many entries of the source are no inputs
 * @param shards about how many shards there would be
 */
public record DryRunReport(
    long inputs,
    long inputBytes,
    Map<MediaType, Long> byType,
    long notImages,
    long refused,
    int classes,
    long listedRejects,
    long shards) {
  public DryRunReport {
    byType = Map.copyOf(byType);
  }

  /** How many entries of the source would certainly be left out. */
  public long leftOut() {
    return notImages + refused + listedRejects;
  }
}
