package io.pcr.writer.convert;

import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.reject.RejectCounts;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The result of a conversion. Immutable and thread-safe.
 *
 * @param manifest the manifest of the dataset after the conversion
 * @param added the shards that the conversion made
 * @param tally what became of the inputs, including those of earlier, interrupted runs
 * @param listed how many entries this conversion added to the list of rejects, by reason
 * @param findings what else the user should know about the source
 * @param resumed whether this run continued an earlier one
 * @param elapsed the time that this run took
 */
public record ConversionSummary(
    Manifest manifest,
    List<ShardEntry> added,
    InputCounts tally,
    Map<RejectReason, Long> listed,
    Findings findings,
    boolean resumed,
    Duration elapsed) {
  public ConversionSummary {
    added = List.copyOf(added);
    listed = Map.copyOf(listed);
  }

  /** The number of rejected inputs. Files next to the images that are not images do not count. */
  public long rejects() {
    return RejectCounts.rejects(listed);
  }

  /**
   * The number of files next to the images that are not images. The list of rejects contains them
   * too.
   */
  public long notImages() {
    return listed.getOrDefault(RejectReason.OTHER_FILE, 0L);
  }

  /**
   * The number of inputs that the dataset already had without their originals, or with damaged data
   * about them, if this conversion asked for originals. The conversion did not read the stored
   * bytes of inputs that the dataset already had.
   */
  public long missingOriginals(RestorePolicy asked) {
    return asked == RestorePolicy.EXACT
        ? tally.get(InputCounts.Count.PRESENT_WITHOUT_ORIGINAL)
            + tally.get(InputCounts.Count.PRESENT_WITH_DAMAGED_ORIGINAL)
        : 0;
  }

  /** Whether the dataset now contains everything that the source has. */
  public boolean isComplete() {
    return rejects() == 0 && findings.of(Finding.NEW_SINCE_LISTED).count() == 0;
  }

  /** The number of bytes in the new shards. */
  public long shardBytes() {
    return added.stream().mapToLong(ShardEntry::totalLength).sum();
  }

  /** The number of bytes of restore data in the new shards. */
  public long restoreBytes() {
    return added.stream().mapToLong(ShardEntry::restoreLength).sum();
  }

  /**
   * The number of bytes that a read of the new shards at a fidelity takes; group 0 means only the
   * metadata. Shards without scan groups are read completely.
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

  /** The result on one line, for a log. */
  @Override
  public String toString() {
    return tally.get(InputCounts.Count.SAMPLES)
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
