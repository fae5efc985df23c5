package io.pcr.reader.internal;

import io.pcr.reader.Shard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The shards of a dataset, each made when it is asked for, and the same again as long as anybody
 * has it: there may be millions. Thread-safe.
 */
final class ShardViews extends AbstractList<Shard> implements RandomAccess {
  /** Makes a shard. */
  @FunctionalInterface
  interface Maker {
    DatasetShard make(int position) throws IOException;
  }

  private final int size;
  private final Maker maker;
  private final ConcurrentMap<Integer, Made> made = new ConcurrentHashMap<>();
  private final ReferenceQueue<DatasetShard> gone = new ReferenceQueue<>();

  private static final class Made extends WeakReference<DatasetShard> {
    private final Integer position;

    Made(DatasetShard shard, Integer position, ReferenceQueue<DatasetShard> gone) {
      super(shard, gone);
      this.position = position;
    }
  }

  ShardViews(int size, Maker maker) {
    this.size = size;
    this.maker = maker;
  }

  /** A shard by its position. */
  DatasetShard shard(int position) throws IOException {
    Objects.checkIndex(position, size);
    DatasetShard known = known(position);
    if (known != null) {
      return known;
    }
    DatasetShard shard = maker.make(position);
    synchronized (made) {
      DatasetShard other = known(position);
      if (other != null) {
        return other;
      }
      forgetGone();
      made.put(position, new Made(shard, position, gone));
    }
    return shard;
  }

  private DatasetShard known(int position) {
    Made known = made.get(position);
    return known == null ? null : known.get();
  }

  private void forgetGone() {
    for (Object old = gone.poll(); old != null; old = gone.poll()) {
      Made shard = (Made) old;
      made.remove(shard.position, shard);
    }
  }

  @Override
  public Shard get(int position) {
    try {
      return shard(position);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int size() {
    return size;
  }
}
