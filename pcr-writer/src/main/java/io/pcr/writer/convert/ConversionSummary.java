package io.pcr.writer.convert;

import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.journal.Tally;
import java.time.Duration;
import java.util.List;

/**
 * What a conversion has done. Immutable.
 *
 * @param manifest the dataset as it is now
 * @param added the shards that the conversion made
 * @param tally what became of the inputs, those of earlier, interrupted runs included
 * @param rejects how many entries were added to the list of rejects
 * @param resumed whether an earlier run was resumed
 * @param elapsed time of this run
 */
public record ConversionSummary(
    Manifest manifest,
    List<ShardEntry> added,
    Tally tally,
    long rejects,
    boolean resumed,
    Duration elapsed) {
  public ConversionSummary {
    added = List.copyOf(added);
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
}
