package io.pcr.writer.salvage;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.quality.GroupTargets;
import java.util.Optional;

/** What the groups of a shard or dataset are, as far as it says: those of one dataset are equal. */
record Groups(int count, Optional<GroupTargets> targets) {
  /** Of a dataset without shards that have groups. */
  static final Groups ONE = new Groups(1, Optional.empty());

  static Groups of(ShardMetadata metadata) {
    return new Groups(metadata.groupCount(), metadata.targets());
  }

  static Groups of(Manifest manifest) {
    return new Groups(manifest.groupCount(), manifest.targets());
  }
}
