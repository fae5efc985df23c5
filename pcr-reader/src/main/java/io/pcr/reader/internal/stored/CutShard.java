package io.pcr.reader.internal.stored;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Units;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What can be read of a shard's file that may end early. Immutable.
 *
 * @param available bytes that the file has
 */
public record CutShard(ShardFile shard, long available) {
  /** What is wrong with the file's length, and what can be read nevertheless. */
  public Optional<String> problem() {
    long stated = shard.head().totalLength();
    if (available == stated) {
      return Optional.empty();
    }
    String has = Units.count(available) + (available < stated ? " of " : " bytes instead of ");
    String kind = available < stated ? "truncated, it has " : "too long, it has ";
    return Optional.of(kind + has + Units.count(stated, "byte") + "; " + readable());
  }

  /** What can be read of the samples, in words. */
  public String readable() {
    ShardMetadata metadata = shard.metadata();
    int groups = shard.layout().groupsWithin(available);
    if (groups == metadata.groupCount()) {
      return "all samples can be read";
    }
    if (groups > 0) {
      return "all samples can be read at fidelity " + groups;
    }
    long first = IntStream.range(0, metadata.sampleCount()).filter(s -> holds(1, s)).count();
    return Units.count(first)
        + " of "
        + Units.count(metadata.sampleCount(), "sample")
        + " can be read"
        + (metadata.groupCount() > 1 ? " at fidelity 1" : "");
  }

  /** Whether the file has all of a sample's slice. */
  public boolean holds(int group, int sample) {
    int length = shard.metadata().sliceLength(group, sample);
    return length == 0 || shard.layout().slicePosition(group, sample) + length <= available;
  }

  /** The highest fidelity at which a sample can be read; 0 when at none. */
  public int readableGroup(int sample) {
    int group = 0;
    while (group < shard.metadata().groupCount() && holds(group + 1, sample)) {
      group++;
    }
    return group;
  }
}
