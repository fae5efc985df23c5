package io.pcr.reader;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexPolicy;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.http.HttpOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options for reading a dataset. Immutable and thread-safe. {@link #builder} makes them, and {@link
 * #toBuilder} changes them.
 *
 * @param onDamage what the reader does with damaged samples; default {@link OnDamage#FAIL}
 * @param verify whether the reader checks the checksum of every slice; default true. Without this
 *     check, most damage to progressive data changes pixels and causes no warning.
 * @param limits how much memory and time a file may cost before it has been checked; default {@link
 *     Limits#DEFAULT}
 * @param direct whether the reader bypasses the page cache for local shards (direct I/O); default
 *     false
 * @param http options for HTTP servers; default {@link HttpOptions#DEFAULT}
 * @param cache the cache that keeps prefixes of remote shards on a local disk; default none
 * @param indexPolicy what the reader does when no index fits the dataset; default {@link
 *     IndexPolicy#REBUILD_OR_TEMPORARY}
 * @param indexDirectory the folder that keeps the index; default none: a dataset in a folder of
 *     this machine then keeps it there, and a remote dataset does not keep it. An index in the
 *     dataset's folder is not used while that is on a network file system (NFS, SMB, Lustre, FUSE):
 *     the reader builds one that exists until it is closed. To use it there all the same, name the
 *     folder here.
 * @param openShards the largest number of shards whose file and metadata stay open while nobody
 *     reads them; fewer stay open when their metadata takes more than an eighth of the heap;
 *     default 256
 * @param idleBytes the largest number of bytes in unused read buffers that are kept for the next
 *     shard; default 256 MiB
 * @param notices receives one sentence for each damage, and for each thing that the reader did
 *     differently than asked; any reading thread may call it; default: notices are dropped
 */
public record ReaderOptions(
    OnDamage onDamage,
    boolean verify,
    Limits limits,
    boolean direct,
    HttpOptions http,
    Optional<PrefixCache> cache,
    IndexPolicy indexPolicy,
    Optional<Path> indexDirectory,
    int openShards,
    long idleBytes,
    Consumer<String> notices) {

  /** The default options, which the parameters of this record list. */
  public static final ReaderOptions DEFAULT = builder().build();

  public ReaderOptions {
    requireNonNull(onDamage, "onDamage");
    requireNonNull(limits, "limits");
    requireNonNull(http, "http");
    requireNonNull(cache, "cache");
    requireNonNull(indexPolicy, "indexPolicy");
    requireNonNull(indexDirectory, "indexDirectory");
    requireNonNull(notices, "notices");
    if (openShards < 1 || idleBytes < 0) {
      throw new IllegalArgumentException(
          "openShards "
              + openShards
              + " must be at least 1, idleBytes "
              + idleBytes
              + " at least 0");
    }
  }

  /** A builder with the default options. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.onDamage = onDamage;
    builder.verify = verify;
    builder.limits = limits;
    builder.direct = direct;
    builder.http = http;
    builder.cache = cache;
    builder.indexPolicy = indexPolicy;
    builder.indexDirectory = indexDirectory;
    builder.openShards = openShards;
    builder.idleBytes = idleBytes;
    builder.notices = notices;
    return builder;
  }

  /**
   * Builds {@link ReaderOptions}. Not thread-safe; a built value does not change with its builder.
   */
  public static final class Builder {
    private OnDamage onDamage = OnDamage.FAIL;
    private boolean verify = true;
    private Limits limits = Limits.DEFAULT;
    private boolean direct = false;
    private HttpOptions http = HttpOptions.DEFAULT;
    private Optional<PrefixCache> cache = Optional.empty();
    private IndexPolicy indexPolicy = IndexPolicy.REBUILD_OR_TEMPORARY;
    private Optional<Path> indexDirectory = Optional.empty();
    private int openShards = 256;
    private long idleBytes = 256L << 20;
    private Consumer<String> notices = notice -> {};

    private Builder() {}

    /** Sets {@link ReaderOptions#onDamage}. */
    public Builder onDamage(OnDamage value) {
      onDamage = value;
      return this;
    }

    /** Sets {@link ReaderOptions#verify}. */
    public Builder verify(boolean value) {
      verify = value;
      return this;
    }

    /** Sets {@link ReaderOptions#limits}. */
    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    /** Sets {@link ReaderOptions#direct}. */
    public Builder direct(boolean value) {
      direct = value;
      return this;
    }

    /** Sets {@link ReaderOptions#http}. */
    public Builder http(HttpOptions value) {
      http = value;
      return this;
    }

    /** Sets {@link ReaderOptions#cache}. */
    public Builder cache(PrefixCache value) {
      cache = Optional.of(value);
      return this;
    }

    /** Sets {@link ReaderOptions#indexPolicy}. */
    public Builder indexPolicy(IndexPolicy value) {
      indexPolicy = value;
      return this;
    }

    /** Sets {@link ReaderOptions#indexDirectory}. */
    public Builder indexDirectory(Path value) {
      indexDirectory = Optional.of(value);
      return this;
    }

    /** Sets {@link ReaderOptions#openShards}. */
    public Builder openShards(int value) {
      openShards = value;
      return this;
    }

    /** Sets {@link ReaderOptions#idleBytes}. */
    public Builder idleBytes(long value) {
      idleBytes = value;
      return this;
    }

    /** Sets {@link ReaderOptions#notices}. */
    public Builder notices(Consumer<String> value) {
      notices = value;
      return this;
    }

    /** The options; an illegal value is an {@link IllegalArgumentException}. */
    public ReaderOptions build() {
      return new ReaderOptions(
          onDamage,
          verify,
          limits,
          direct,
          http,
          cache,
          indexPolicy,
          indexDirectory,
          openShards,
          idleBytes,
          notices);
    }
  }
}
