package io.pcr.reader.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shards whose files are open: at most a given number, and those in use beyond it. Least
 * recently used ones are closed first, and none while it is in use. Thread-safe.
 */
final class OpenShards implements Closeable {
  /** Opens a shard's source. */
  @FunctionalInterface
  interface Opener {
    OpenShard open() throws IOException;
  }

  private final Map<Object, OpenShard> shards = new LinkedHashMap<>(16, 0.75f, true);
  private final int max;
  private int files;
  private boolean closed;

  OpenShards(int max) {
    this.max = max;
  }

  /** A shard for use until it is given back to {@link #release}. */
  synchronized OpenShard acquire(Object key, Opener opener) throws IOException {
    if (closed) {
      throw new IllegalStateException("the dataset is closed");
    }
    OpenShard shard = shards.get(key);
    if (shard == null) {
      if (shards.size() >= max) {
        evictOne();
      }
      shard = opener.open();
      files++;
      shards.put(key, shard);
    }
    shard.users++;
    return shard;
  }

  private void evictOne() throws IOException {
    Iterator<OpenShard> oldest = shards.values().iterator();
    while (oldest.hasNext()) {
      OpenShard shard = oldest.next();
      if (shard.users == 0) {
        oldest.remove();
        close(shard);
        return;
      }
    }
  }

  synchronized void release(OpenShard shard) throws IOException {
    shard.users--;
    if (shard.users == 0 && shard.evicted) {
      close(shard);
    }
  }

  private void close(OpenShard shard) throws IOException {
    files--;
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
