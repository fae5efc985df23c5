package io.pcr.reader.internal;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.reader.internal.source.CountedByteSource;
import io.pcr.reader.internal.source.DirectByteSource;
import io.pcr.reader.internal.source.StorageReads;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Opens shards as the options want them: past the page cache, or through a cache.
 *
 * @param reads counts what is read of them, but from a cache
 */
record Sources(DatasetFolder folder, ReaderOptions options, StorageReads reads) {
  /**
   * Opens a file; the caller closes it.
   *
   * @param shard what the file is meant to be, where a manifest says so: what the cache knows it by
   *     does then not depend on where it comes from
   */
  ByteSource open(String file, Optional<ShardEntry> shard) throws IOException {
    ByteSource source = new CountedByteSource(origin(file), reads);
    // A file of this machine that no manifest lists has nothing that tells a changed one.
    boolean isKept =
        options.cache().isPresent()
            && (folder.local().isEmpty()
                || (shard.isPresent() && options.cache().get().hasLocalFiles()));
    if (!isKept) {
      return source;
    }
    boolean isGiven = false;
    try {
      CacheIdentity identity =
          shard.isPresent() ? identity(shard.get()) : CacheIdentity.ofObject(source);
      ByteSource cached = options.cache().get().cached(source, identity);
      isGiven = true;
      return cached;
    } finally {
      if (!isGiven) {
        source.close();
      }
    }
  }

  private ByteSource origin(String file) throws IOException {
    Optional<Path> local = folder.local();
    return local.isPresent() && options.direct()
        ? DirectByteSource.open(new LocalFolder(local.get()).resolve(file), options.notices())
        : folder.open(file);
  }

  /** What a cache knows a shard by that a manifest lists. */
  static CacheIdentity identity(ShardEntry shard) {
    return CacheIdentity.ofShard(shard.shardUuid(), shard.headCrc32c(), shard.totalLength());
  }
}
