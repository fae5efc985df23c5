package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.order.KeyedPermutation;
import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.Purpose;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Shard;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.internal.DatasetShard;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a run as they are read through its cache. Whoever makes this closes it, after
 * everything that reads the parts.
 */
public final class CachedParts implements Closeable {
  private final List<LoaderPart> parts = new ArrayList<>();

  /** Datasets that were opened again, for the cache. */
  private final List<PcrDataset> opened = new ArrayList<>();

  private CachedParts() {}

  /**
   * Opens the datasets of the parts again, if the cache needs that.
   *
   * @throws IllegalArgumentException when the cache is too small; says what it needs
   */
  public static CachedParts open(List<LoaderPart> parts, LoaderOptions options) throws IOException {
    CachedParts cached = new CachedParts();
    boolean isOpen = false;
    try {
      if (options.cache().kind() == LoaderCache.Kind.PAGE) {
        cached.parts.addAll(parts);
      } else {
        cached.reopen(parts, options);
      }
      isOpen = true;
      return cached;
    } finally {
      if (!isOpen) {
        cached.close();
      }
    }
  }

  private void reopen(List<LoaderPart> all, LoaderOptions options) throws IOException {
    LoaderCache cache = options.cache();
    ReaderOptions first = all.get(0).dataset().options();
    switch (cache.kind()) {
      case PAGE -> throw new IllegalStateException("the page cache needs nothing");
      case NONE -> {
        for (LoaderPart part : all) {
          add(part, part.dataset().options().toBuilder().direct(true));
        }
      }
      case PREFIX -> {
        requireRoom(all, options);
        PrefixCache kept =
            PrefixCache.open(cache.folder(), cache.bytes(), first.notices()).withLocalFiles();
        for (LoaderPart part : all) {
          add(part, part.dataset().options().toBuilder().cache(kept));
        }
      }
      case MINIO -> {
        Set<CacheIdentity> fixed = fixed(all, options);
        PrefixCache kept =
            PrefixCache.open(cache.folder(), cache.bytes(), first.notices()).withFixed(fixed);
        for (LoaderPart part : all) {
          add(part, part.dataset().options().toBuilder().cache(kept).direct(true));
        }
      }
    }
  }

  private void add(LoaderPart part, ReaderOptions.Builder options) throws IOException {
    PcrDataset again = PcrDataset.open(part.dataset().files(), options.build());
    opened.add(again);
    parts.add(new LoaderPart(again, part.selection(), part.weight()));
  }

  /** With less, shards would be evicted before their lane has read them. */
  private static void requireRoom(List<LoaderPart> all, LoaderOptions options) throws IOException {
    List<Long> lengths = new ArrayList<>();
    for (LoaderPart part : all) {
      for (Shard shard : part.dataset().shards()) {
        lengths.add(prefixLength(shard, options));
      }
    }
    int together = Math.min(lengths.size(), 1 + options.order().lanes());
    long need =
        lengths.stream()
            .sorted(Comparator.reverseOrder())
            .limit(together)
            .mapToLong(Long::longValue)
            .sum();
    if (need > options.cache().bytes()) {
      throw new IllegalArgumentException(
          "the prefix cache needs "
              + need
              + " bytes for "
              + together
              + " shards that are read at a time, and its limit is "
              + options.cache().bytes()
              + "; use fewer lanes, a lower fidelity, or the cache minio");
    }
  }

  /** As many shards as fit, in an order that depends on the seed. */
  private static Set<CacheIdentity> fixed(List<LoaderPart> all, LoaderOptions options)
      throws IOException {
    List<Shard> shards = new ArrayList<>();
    for (LoaderPart part : all) {
      shards.addAll(part.dataset().shards());
    }
    long key = OrderNumbers.key(options.seed(), 0, Purpose.CACHED_SHARDS.id());
    long room = options.cache().bytes();
    long smallest = Long.MAX_VALUE;
    Set<CacheIdentity> fixed = new HashSet<>();
    for (int place = 0; place < shards.size(); place++) {
      Shard shard = shards.get((int) KeyedPermutation.permute(key, shards.size(), place));
      long bytes = prefixLength(shard, options);
      CacheIdentity identity =
          ((DatasetShard) shard)
              .cacheIdentity()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "the cache minio is for datasets, and " + shard + " is a single shard"));
      smallest = Math.min(smallest, bytes);
      if (bytes <= room && fixed.add(identity)) {
        room -= bytes;
      }
    }
    if (fixed.isEmpty()) {
      throw new IllegalArgumentException(
          "the cache minio has room for "
              + room
              + " bytes, and the smallest shard has "
              + smallest
              + " at this fidelity");
    }
    return fixed;
  }

  private static long prefixLength(Shard shard, LoaderOptions options) throws IOException {
    return shard.prefixLength(shard.groupCount() == 1 ? Fidelity.FULL : options.policy().highest());
  }

  /** The parts to read. */
  public List<LoaderPart> parts() {
    return List.copyOf(parts);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (PcrDataset dataset : opened) {
      try {
        dataset.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
