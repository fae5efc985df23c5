package io.pcr.format.internal.index;

import static java.util.Objects.requireNonNull;

import io.pcr.format.index.SampleLocation;
import io.pcr.format.manifest.ShardEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * The shards of a dataset in order, and the numbering of all samples that follows from it: sample 0
 * is the first of the first shard. Immutable and thread-safe.
 */
public final class ShardTable {
  /**
   * A shard's name and how many samples it has, as the manifest says, and its identity, by which
   * another of the same name is told from it; {@link ShardKeys#NO_UUID} when it has none.
   */
  public record Entry(String name, UUID uuid, int sampleCount) {
    public Entry {
      requireNonNull(name, "name");
      requireNonNull(uuid, "uuid");
      if (sampleCount < 0) {
        throw new IllegalArgumentException(name + " with " + sampleCount + " samples");
      }
    }

    /** What a manifest says of a shard. */
    public static Entry of(ShardEntry shard) {
      return new Entry(shard.name(), shard.shardUuid(), shard.sampleCount());
    }
  }

  private final List<Entry> entries;

  /**
   * The number of the first sample of each shard, and the number of all samples behind the last.
   */
  private final long[] first;

  public ShardTable(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    this.first = new long[this.entries.size() + 1];
    for (int i = 0; i < this.entries.size(); i++) {
      first[i + 1] = first[i] + this.entries.get(i).sampleCount();
    }
  }

  /** The table that an index over this source has. */
  public static ShardTable of(IndexSource source) {
    return new ShardTable(source.shards().stream().map(ShardKeys::entry).toList());
  }

  public List<Entry> entries() {
    return entries;
  }

  /** Samples in all shards. */
  public long sampleCount() {
    return first[entries.size()];
  }

  /** The place of a sample by its number. */
  public SampleLocation locate(long number) {
    Objects.checkIndex(number, sampleCount());
    int found = Arrays.binarySearch(first, number);
    int shard = found >= 0 ? found : -found - 2;
    while (first[shard + 1] == number) {
      shard++; // Shards without samples begin at the same number.
    }
    return new SampleLocation(shard, (int) (number - first[shard]));
  }

  /** The number of the sample at a place. */
  public long number(SampleLocation location) {
    Objects.checkIndex(location.shard(), entries.size());
    Objects.checkIndex(location.ordinal(), entries.get(location.shard()).sampleCount());
    return first[location.shard()] + location.ordinal();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShardTable that && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.size() + " shards with " + sampleCount() + " samples";
  }
}
