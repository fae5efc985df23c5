package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.manifest.UniqueNames;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.shard.ShardVariant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a manifest's root says of its shards, parts, segments and columns, compared. Stateless. */
final class ShardListRules {
  private ShardListRules() {}

  static void requireColumns(List<DatasetColumn> columns) {
    Set<String> names = new HashSet<>();
    for (DatasetColumn column : columns) {
      require(
          names.add(column.name()),
          ErrorCode.MALFORMED,
          "Manifest.columns",
          column.name(),
          "a new name");
    }
  }

  /** Shard numbers ascend over the parts, then the root, below the next one. */
  static void requireNumbers(List<ShardPart> parts, ShardTable shards, int nextShardNumber) {
    requireRange("Manifest.next_shard_number", nextShardNumber, 0, Integer.MAX_VALUE);
    requireRange("Manifest.parts", parts.size(), 0, Manifest.MAX_PARTS);
    requireRange("Manifest.shards", shards.size(), 0, Manifest.MAX_SHARDS);
    long next = 0;
    long samples = shards.sampleCount();
    for (int i = 0; i < parts.size(); i++) {
      ShardPart part = parts.get(i);
      require(
          part.firstShardNumber() >= next,
          ErrorCode.MALFORMED,
          "Manifest.parts[" + i + "].first_shard_number",
          part.firstShardNumber(),
          "at least " + next);
      next = part.firstShardNumber() + (long) part.shardCount();
      requireRange(
          "Manifest.parts[" + i + "].sample_count",
          part.sampleCount(),
          0,
          Math.min(Long.MAX_VALUE - samples, (long) part.shardCount() * Integer.MAX_VALUE));
      samples += part.sampleCount();
    }
    if (!shards.isEmpty()) {
      requireRange("Manifest.shards.shard_numbers", shards.shardNumber(0), next, Integer.MAX_VALUE);
      next = shards.shardNumber(shards.size() - 1) + 1L;
    }
    requireRange("Manifest.next_shard_number", nextShardNumber, next, Integer.MAX_VALUE);
  }

  /** The files that a root lists besides shards have names of their own. */
  static void requireFiles(List<ShardPart> parts, List<KeySegment> keySegments) {
    requireRange("Manifest.key_segments", keySegments.size(), 0, KeySegment.MAX_SEGMENTS);
    List<String> names = new ArrayList<>();
    parts.forEach(part -> names.add(part.name()));
    keySegments.forEach(segment -> names.add(segment.name()));
    UniqueNames.require(names, "Manifest.parts, key_segments");
  }

  /** Groups are those of the PCR shards; where there are parts, only these can tell. */
  static void requireGroups(
      List<ShardPart> parts, ShardTable shards, int groupCount, Optional<GroupTargets> targets) {
    int pcr = shards.first(ShardVariant.PCR);
    if (pcr >= 0) {
      require(
          shards.prefixCount(pcr) == groupCount + 1,
          ErrorCode.MALFORMED,
          "Manifest.shards.prefix_lengths",
          shards.prefixCount(pcr),
          groupCount + 1);
    } else if (parts.isEmpty()) {
      requireNoGroups(groupCount, targets);
    }
  }

  /** What a root says of groups where no shard is PCR. */
  static void requireNoGroups(int groupCount, Optional<GroupTargets> targets) {
    requireRange("Manifest.group_count", groupCount, 1, 1);
    require(targets.isEmpty(), ErrorCode.MALFORMED, "Manifest.targets", "some", "no PCR shard");
  }
}
