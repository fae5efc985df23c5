package io.pcr.reader.internal;

import io.pcr.format.index.IndexIdentity;
import io.pcr.format.index.IndexSource;
import io.pcr.format.index.ShardKeys;
import java.util.List;

/** A dataset as its index is built from it. */
public record DatasetKeys(IndexIdentity identity, List<ShardKeys> shards) implements IndexSource {
  public DatasetKeys {
    shards = List.copyOf(shards);
  }
}
