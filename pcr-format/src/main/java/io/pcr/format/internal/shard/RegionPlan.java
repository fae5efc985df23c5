package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.shard.ShardVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A region between METADATA and RESTORE as a shard's metadata demands it. */
record RegionPlan(RegionKind kind, int number, long length) {

  /** All of them, in the order of the file. */
  static List<RegionPlan> of(ShardVariant variant, ShardMetadata metadata) {
    List<RegionPlan> plans = new ArrayList<>();
    addColumns(plans, metadata, Placement.EARLY);
    switch (variant) {
      case PCR -> addGroups(plans, metadata);
      case LIQUID -> addFormats(plans, metadata);
      case TFRECORD -> throw new IllegalArgumentException("a TFRecord has no regions");
    }
    addColumns(plans, metadata, Placement.LATE);
    return plans;
  }

  private static void addColumns(
      List<RegionPlan> plans, ShardMetadata metadata, Placement placement) {
    for (int i = 0; i < metadata.columns().size(); i++) {
      Column column = metadata.columns().get(i);
      if (column.spec().placement() == placement) {
        plans.add(new RegionPlan(RegionKind.COLUMN, i, column.valueOffset(metadata.sampleCount())));
      }
    }
  }

  private static void addGroups(List<RegionPlan> plans, ShardMetadata metadata) {
    if (metadata.sampleCount() > 0) {
      requireVariant(!metadata.encoding(0).isLiquid(), metadata);
    }
    for (int group = 1; group <= metadata.groupCount(); group++) {
      long length = 0;
      for (int sample = 0; sample < metadata.sampleCount(); sample++) {
        length += metadata.sliceLength(group, sample);
      }
      plans.add(new RegionPlan(RegionKind.SCAN_GROUP, group, length));
    }
  }

  private static void addFormats(List<RegionPlan> plans, ShardMetadata metadata) {
    requireRange("ShardMetadata.group_count of a Liquid shard", metadata.groupCount(), 1, 1);
    require(
        metadata.targets().isEmpty(),
        ErrorCode.MALFORMED,
        "ShardMetadata.targets",
        "there",
        "none in a Liquid shard");
    SortedMap<Integer, Long> lengths = new TreeMap<>();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      requireVariant(metadata.encoding(sample).isLiquid(), metadata);
      int length = metadata.sliceLength(1, sample);
      lengths.merge(metadata.encoding(sample).id(), (long) length, Long::sum);
    }
    lengths.forEach(
        (encoding, length) -> plans.add(new RegionPlan(RegionKind.FORMAT, encoding, length)));
  }

  /** The samples of a metadata are all of one variant, so that one tells. */
  private static void requireVariant(boolean holds, ShardMetadata metadata) {
    require(
        holds,
        ErrorCode.MALFORMED,
        "ShardMetadata.encodings[0]",
        metadata.encoding(0),
        "an encoding of the shard's variant");
  }
}
