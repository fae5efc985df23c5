package io.pcr.tfrecord;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexSource;
import io.pcr.format.index.ManifestSource;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.FileByteSource;
import java.nio.file.Path;

/** Datasets in local folders as the sources of their indexes, shards of all variants included. */
public final class DatasetSource {
  private DatasetSource() {}

  /** The samples of a dataset; its shards are read when their turn comes. */
  public static IndexSource of(Manifest manifest, Path folder, Limits limits) {
    return of(manifest, shard -> FileByteSource.open(folder.resolve(shard.name())), limits);
  }

  /** As {@link #of(Manifest, Path, Limits)}, of shards that the caller opens. */
  public static IndexSource of(
      Manifest manifest, ManifestSource.ShardOpener opener, Limits limits) {
    return ManifestSource.of(
        manifest,
        opener,
        limits,
        shard ->
            new TfRecordShardKeys(
                shard, () -> opener.open(shard), TfRecordReadOptions.DEFAULT.withLimits(limits)));
  }
}
