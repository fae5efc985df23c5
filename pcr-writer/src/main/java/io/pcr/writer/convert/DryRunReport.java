package io.pcr.writer.convert;

import io.pcr.format.media.MediaType;
import io.pcr.writer.reject.RejectCounts;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Findings;
import java.util.Map;

/**
 * What a conversion would meet. Immutable.
 *
 * @param inputs how many there are
 * @param inputBytes their bytes
 * @param byType how many there are of each kind of image, by their first bytes
 * @param unreadable how many have the name of an image and are none, or cannot be read
 * @param refused how many are images that the options do not let in
 * @param classes how many classes they are in
 * @param listed how many entries of the source are no inputs, by reason
 * @param findings what of the source is worth saying beside its inputs and its rejects
 * @param shards about how many shards there would be
 */
public record DryRunReport(
    long inputs,
    long inputBytes,
    Map<MediaType, Long> byType,
    long unreadable,
    long refused,
    int classes,
    Map<RejectReason, Long> listed,
    Findings findings,
    long shards) {
  public DryRunReport {
    byType = Map.copyOf(byType);
    listed = Map.copyOf(listed);
  }

  /** How many entries of the source would certainly be left out. */
  public long leftOut() {
    return unreadable + refused + RejectCounts.rejects(listed);
  }

  /** How many files lie beside the images and are none. */
  public long notImages() {
    return listed.getOrDefault(RejectReason.OTHER_FILE, 0L);
  }
}
