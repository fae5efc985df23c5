package io.pcr.writer.convert;

import io.pcr.format.media.MediaType;
import io.pcr.writer.internal.reject.RejectCounts;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Findings;
import java.util.Map;

/**
 * What a conversion would find in a source. Immutable and thread-safe.
 *
 * @param inputs the number of inputs
 * @param inputBytes the number of bytes of the inputs
 * @param byType the number of inputs of each kind of image, by their first bytes
 * @param unreadable the number of inputs that have the name of an image and are not images, or
 *     cannot be read
 * @param rejected the number of images that the options would reject
 * @param classes the number of classes
 * @param listed the number of entries of the source that are not inputs, by reason
 * @param findings what else the user should know about the source
 * @param shards the approximate number of shards that the conversion would make
 */
public record DryRunReport(
    long inputs,
    long inputBytes,
    Map<MediaType, Long> byType,
    long unreadable,
    long rejected,
    int classes,
    Map<RejectReason, Long> listed,
    Findings findings,
    long shards) {
  public DryRunReport {
    byType = Map.copyOf(byType);
    listed = Map.copyOf(listed);
  }

  /** The number of entries of the source that the conversion would certainly reject. */
  public long leftOut() {
    return unreadable + rejected + RejectCounts.rejects(listed);
  }

  /** The number of files next to the images that are not images. */
  public long notImages() {
    return listed.getOrDefault(RejectReason.OTHER_FILE, 0L);
  }
}
