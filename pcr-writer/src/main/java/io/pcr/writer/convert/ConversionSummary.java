package io.pcr.writer.convert;

import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.journal.Tally;
import io.pcr.writer.reject.RejectCounts;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a conversion has done. Immutable.
 *
 * @param manifest the dataset as it is now
 * @param added the shards that the conversion made
 * @param tally what became of the inputs, those of earlier, interrupted runs included
 * @param listed how many entries were added to the list of rejects, by reason
 * @param findings what of the source is worth saying beside its inputs and its rejects
 * @param resumed whether an earlier run was resumed
 * @param elapsed time of this run
 */
public record ConversionSummary(
    Manifest manifest,
    List<ShardEntry> added,
    Tally tally,
    Map<RejectReason, Long> listed,
    Findings findings,
    boolean resumed,
    Duration elapsed) {
  public ConversionSummary {
    added = List.copyOf(added);
    listed = Map.copyOf(listed);
  }

  /** How many inputs did not get in; files that lie beside the images are none. */
  public long rejects() {
    return RejectCounts.rejects(listed);
  }

  /** How many files lie beside the images and are none; they are listed as well. */
  public long notImages() {
    return listed.getOrDefault(RejectReason.OTHER_FILE, 0L);
  }

  /**
   * How many inputs were there already without their originals, where these were asked for. What is
   * stored of inputs that were there was not read.
   */
  public long missingOriginals(RestorePolicy asked) {
    return asked == RestorePolicy.EXACT ? tally.get(Tally.Count.PRESENT_WITHOUT_ORIGINAL) : 0;
  }

  /** Whether all that the source has now is in the dataset. */
  public boolean isComplete() {
    return rejects() == 0 && findings.of(Finding.NEW_SINCE_LISTED).count() == 0;
  }

  /** Bytes of the new shards. */
  public long shardBytes() {
    return added.stream().mapToLong(ShardEntry::totalLength).sum();
  }

  /** Bytes of restore data in them. */
  public long restoreBytes() {
    return added.stream().mapToLong(ShardEntry::restoreLength).sum();
  }

  /**
   * Bytes that reading the new shards at a fidelity takes; group 0 is the metadata alone. Shards
   * without scan groups are read whole.
   */
  public long prefixBytes(int group) {
    return added.stream()
        .mapToLong(
            shard ->
                shard.variant() == ShardVariant.PCR
                    ? shard.prefixLength(group)
                    : shard.totalLength())
        .sum();
  }

  /** One line for a log. */
  @Override
  public String toString() {
    return tally.get(Tally.Count.SAMPLES)
        + " samples in "
        + added.size()
        + " shards, "
        + shardBytes()
        + " bytes; rejects: "
        + rejects()
        + "; not images: "
        + notImages()
        + "; generation "
        + manifest.generation();
  }
}
