package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static java.util.Objects.checkIndex;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.shard.ShardVariant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The position of every byte of a shard, as it follows from the metadata (spec section
 * "Positions").
 *
 * <p>Holds one number for each slice and no object for a sample. Immutable and thread-safe. Groups
 * are numbered from 1, samples and columns from 0.
 */
public final class ShardLayout {
  private final ShardMetadata metadata;
  private final RegionTable regions;

  /** The end of METADATA, then of each group. */
  private final long[] prefixLengths;

  /** For each group, where the slice of each sample starts. */
  private final long[][] slicePositions;

  private ShardLayout(ShardMetadata metadata, RegionTable regions) {
    this.metadata = metadata;
    this.regions = regions;
    this.prefixLengths =
        IntStream.rangeClosed(0, metadata.groupCount()).mapToLong(regions::prefixLength).toArray();
    this.slicePositions = new long[metadata.groupCount()][];
    for (Region region : regions.regions()) {
      if (region.kind() == RegionKind.SCAN_GROUP) {
        slicePositions[region.number() - 1] = groupPositions(region);
      }
    }
    if (slicePositions[0] == null) {
      slicePositions[0] = formatPositions();
    }
  }

  /**
   * Compares a region table with the metadata.
   *
   * @throws InvalidFieldException when a region is missing, superfluous or of another length
   */
  static ShardLayout of(ShardVariant variant, ShardMetadata metadata, RegionTable regions) {
    List<RegionPlan> wanted = RegionPlan.of(variant, metadata);
    List<Region> found = regions.regions();
    boolean restore = found.get(found.size() - 1).kind() == RegionKind.RESTORE;
    require(
        found.size() == 1 + wanted.size() + (restore ? 1 : 0),
        ErrorCode.MALFORMED,
        "ShardHead.region_count",
        found.size(),
        1 + wanted.size() + (restore ? 1 : 0));
    for (int i = 0; i < wanted.size(); i++) {
      Region region = found.get(1 + i);
      RegionPlan plan = wanted.get(i);
      require(
          region.kind() == plan.kind() && region.number() == plan.number(),
          ErrorCode.MALFORMED,
          "RegionTable.regions[" + (1 + i) + "].kind",
          region,
          plan);
      require(
          region.length() == plan.length(),
          ErrorCode.MALFORMED,
          "RegionTable.regions[" + (1 + i) + "].region_length",
          region,
          plan);
    }
    return new ShardLayout(metadata, regions);
  }

  private long[] groupPositions(Region region) {
    long[] positions = new long[metadata.sampleCount()];
    long next = region.offset();
    for (int sample = 0; sample < positions.length; sample++) {
      positions[sample] = next;
      next += metadata.sliceLength(region.number(), sample);
    }
    return positions;
  }

  private long[] formatPositions() {
    long[] positions = new long[metadata.sampleCount()];
    Map<Integer, Long> next = new HashMap<>();
    for (Region region : regions.regions()) {
      if (region.kind() == RegionKind.FORMAT) {
        next.put(region.number(), region.offset());
      }
    }
    for (int sample = 0; sample < positions.length; sample++) {
      int encoding = metadata.encoding(sample).id();
      positions[sample] = next.get(encoding);
      next.merge(encoding, (long) metadata.sliceLength(1, sample), Long::sum);
    }
    return positions;
  }

  /**
   * How many bytes from the start of the shard hold everything of fidelity {@code group}; for group
   * 0, everything but samples.
   */
  public long prefixLength(int group) {
    return prefixLengths[checkIndex(group, prefixLengths.length)];
  }

  /**
   * The highest group that is whole in the first {@code available} bytes of the shard; 0 when none
   * is, and -1 when not even the metadata is.
   */
  public int groupsWithin(long available) {
    int group = metadata.groupCount();
    while (group >= 0 && prefixLengths[group] > available) {
      group--;
    }
    return group;
  }

  /** Where a sample's part of a group starts; it has {@code metadata.sliceLength} bytes. */
  public long slicePosition(int group, int sample) {
    checkIndex(group - 1, slicePositions.length);
    return slicePositions[group - 1][sample];
  }

  /** Where a sample's value of an EARLY or LATE column starts. */
  public long columnValuePosition(int column, int sample) {
    Region region =
        regions
            .find(RegionKind.COLUMN, column)
            .orElseThrow(() -> new IllegalStateException("column " + column + " is INLINE"));
    return region.offset() + metadata.columns().get(column).valueOffset(sample);
  }
}
