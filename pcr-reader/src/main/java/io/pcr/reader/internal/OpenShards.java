package io.pcr.reader.internal;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shards whose files are open: at most a given number with a given number of bytes of metadata,
 * and those in use, and the last, beyond it. Least recently used ones are closed first, and none
 * while it is in use. Thread-safe.
 */
final class OpenShards implements Closeable {
  /** Opens a shard's source. */
  @FunctionalInterface
  interface Opener {
    OpenShard open() throws IOException;
  }

  private final Map<Object, OpenShard> shards = new LinkedHashMap<>(16, 0.75f, true);
  private final int max;
  private final long maxMetadataBytes;
  private long metadataBytes;
  private int files;
  private boolean closed;

  OpenShards(int max, long maxMetadataBytes) {
    this.max = max;
    this.maxMetadataBytes = maxMetadataBytes;
  }

  /** A shard for use until it is given back to {@link #release}. */
  synchronized OpenShard acquire(Object key, Opener opener) throws IOException {
    if (closed) {
      throw new AlreadyClosedException("the dataset");
    }
    OpenShard shard = shards.get(key);
    if (shard == null) {
      if (shards.size() >= max) {
        evictOne(null);
      }
      shard = opener.open();
      files++;
      shards.put(key, shard);
    }
    shard.users++;
    return shard;
  }

  /** Returns whether there was one to evict other than {@code kept}. */
  private boolean evictOne(OpenShard kept) throws IOException {
    Iterator<OpenShard> oldest = shards.values().iterator();
    while (oldest.hasNext()) {
      OpenShard shard = oldest.next();
      if (shard.users == 0 && shard != kept) {
        oldest.remove();
        close(shard);
        return true;
      }
    }
    return false;
  }

  synchronized void release(OpenShard shard) throws IOException {
    shard.users--;
    if (shard.evicted) {
      if (shard.users == 0) {
        close(shard);
      }
      return;
    }
    if (shard.countedBytes == 0) {
      shard.countedBytes = shard.known().map(OpenShards::bytes).orElse(0L);
      metadataBytes += shard.countedBytes;
    }
    boolean more = true;
    while (more && metadataBytes > maxMetadataBytes) {
      more = evictOne(shard);
    }
  }

  /** The next to use a shard opens it again; who uses it now keeps what there is. */
  synchronized void forget(Object key) throws IOException {
    OpenShard shard = shards.remove(key);
    if (shard != null) {
      shard.evicted = true;
      if (shard.users == 0) {
        close(shard);
      }
    }
  }

  /** As {@link #forget(Object)}, unless another has been opened since. */
  synchronized void forget(Object key, OpenShard shard) throws IOException {
    if (shards.get(key) == shard) {
      forget(key);
    }
  }

  /** What a decoded shard takes, roughly: its tables, and where each slice is. */
  private static long bytes(ShardFile file) {
    ShardMetadata metadata = file.metadata();
    long slices = (long) metadata.groupCount() * metadata.sampleCount();
    return metadata.flatBuffer().remaining() + slices * Long.BYTES;
  }

  private void close(OpenShard shard) throws IOException {
    files--;
    metadataBytes -= shard.countedBytes;
    shard.source().close();
  }

  /** Files open at this time. */
  synchronized int size() {
    return files;
  }

  /** Closes what is not in use, and lets the rest be closed by its last user. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    List<OpenShard> left = new ArrayList<>(shards.values());
    shards.clear();
    IOException failure = null;
    for (OpenShard shard : left) {
      shard.evicted = true;
      if (shard.users == 0) {
        try {
          close(shard);
        } catch (IOException e) {
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
