package io.pcr.format.internal.index;

import java.util.List;

/**
 * What an index is built from: the manifest's identity and its shards, in the order of the shard
 * table.
 */
public interface IndexSource {
  IndexIdentity identity();

  List<ShardKeys> shards();
}
