package io.pcr.loader.cache;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * What a loader keeps of a dataset besides its memory. Immutable.
 *
 * @param kind of the cache
 * @param bytes the most bytes in the folder; 0 for a kind without a folder
 * @param folder where the cache is; all loaders that use it must state the same number of bytes. A
 *     kind without a folder does not use it
 */
public record LoaderCache(Kind kind, long bytes, Path folder) {
  /** The kinds of cache. */
  public enum Kind {
    /** Local files are read past the kernel's page cache, if their file system can do that. */
    NONE,
    /** The kernel's page cache. */
    PAGE,
    /** The shards that were read last, as far as their fidelity needs. */
    PREFIX,
    /**
     * A fixed set of shards, which the seed chooses: it is filled once and never evicted, so each
     * epoch finds the same samples in it. Other shards are read past the page cache.
     */
    MINIO
  }

  /** Local files are read past the kernel's page cache. */
  public static final LoaderCache NONE = new LoaderCache(Kind.NONE, 0, defaultFolder());

  /** The kernel's page cache, as usual. */
  public static final LoaderCache PAGE = new LoaderCache(Kind.PAGE, 0, defaultFolder());

  public LoaderCache {
    requireNonNull(kind, "kind");
    requireNonNull(folder, "folder");
    boolean hasFolder = kind == Kind.PREFIX || kind == Kind.MINIO;
    if (hasFolder ? bytes < 1 : bytes != 0) {
      throw new IllegalArgumentException("a cache of kind " + kind + " with " + bytes + " bytes");
    }
  }

  /** The shards that were read last. */
  public static LoaderCache prefix(long bytes, Path folder) {
    return new LoaderCache(Kind.PREFIX, bytes, folder);
  }

  /** A fixed set of shards. */
  public static LoaderCache minio(long bytes, Path folder) {
    return new LoaderCache(Kind.MINIO, bytes, folder);
  }

  /** {@code pcr/loader} in {@code $XDG_CACHE_HOME}, or in {@code ~/.cache}. */
  public static Path defaultFolder() {
    String stated = System.getenv("XDG_CACHE_HOME");
    Path caches =
        stated == null || stated.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(stated);
    return caches.resolve("pcr").resolve("loader");
  }
}
