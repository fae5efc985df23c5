package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.reader.Shard;
import io.pcr.reader.cache.PrefixCache.Kept;
import io.pcr.reader.internal.DatasetShard;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Has the prefixes of shards put into the cache when their pieces are read. What counts as found in
 * the cache follows from the plan, and not from which thread is faster: the piece of a shard that
 * is planned first finds what was there before, and the others find what it has fetched. For the
 * planning thread; what it gives is thread-safe.
 */
final class PrefixUses {
  private final LoaderCache.Kind kind;
  private final Workers threads;
  private final Set<Name> begun = new HashSet<>();

  /** A shard at a fidelity. */
  private record Name(int part, int shard, Fidelity fidelity) {}

  /**
   * @param threads that fetch what nobody waits for
   */
  PrefixUses(LoaderOptions options, Workers threads) {
    this.kind = options.cache().kind();
    this.threads = threads;
  }

  private boolean hasFolder() {
    return kind == LoaderCache.Kind.PREFIX || kind == LoaderCache.Kind.MINIO;
  }

  /** For a piece of a shard whose prefix the cache is to hold before the piece is read. */
  PrefixUse before(int part, int number, Shard shard, Fidelity wanted) throws IOException {
    if (!hasFolder()) {
      return PrefixUse.NONE;
    }
    DatasetShard cached = (DatasetShard) shard;
    Fidelity fidelity = of(shard, wanted);
    boolean isFirst = begun.add(new Name(part, number, fidelity));
    boolean wasBegun = !isFirst || cached.holdsPrefix(fidelity);
    return () -> {
      Kept kept = cached.keepPrefix(fidelity);
      return kind == LoaderCache.Kind.MINIO ? wasBegun && kept != Kept.NOT : kept == Kept.BEFORE;
    };
  }

  /** For a piece that is needed at once: the cache is to hold the prefix later. */
  PrefixUse behind(int part, int number, Shard shard, Fidelity wanted) throws IOException {
    if (!hasFolder()) {
      return PrefixUse.NONE;
    }
    DatasetShard cached = (DatasetShard) shard;
    Fidelity fidelity = of(shard, wanted);
    boolean isFirst = begun.add(new Name(part, number, fidelity));
    return new PrefixUse() {
      @Override
      public boolean prepare() throws IOException {
        return cached.holdsPrefix(fidelity);
      }

      @Override
      public void end() {
        if (isFirst) {
          threads.offer(() -> keep(cached, fidelity));
        }
      }
    };
  }

  private static void keep(DatasetShard shard, Fidelity fidelity) {
    try {
      Kept unused = shard.keepPrefix(fidelity);
    } catch (IOException e) {
      // Nobody waits for it; whoever reads the shard next meets the same.
    }
  }

  private static Fidelity of(Shard shard, Fidelity fidelity) throws IOException {
    return shard.groupCount() == 1 ? Fidelity.FULL : fidelity;
  }
}
