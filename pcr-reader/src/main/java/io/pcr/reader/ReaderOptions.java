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
 * How a dataset is read. Immutable; {@link #DEFAULT} and the withers make all others.
 *
 * @param onDamage what becomes of damaged samples; {@link OnDamage#FAIL}
 * @param verify whether the checksum of every slice is compared; true. Without it most damage of
 *     progressive data gives other pixels and no warning.
 * @param limits what a file may cost before anything about it is proved; {@link Limits#DEFAULT}
 * @param direct whether local shards are read past the page cache; false
 * @param http how HTTP servers are read; {@link HttpOptions#DEFAULT}
 * @param cache keeps prefixes of remote shards on local disk; none
 * @param indexPolicy what to do when there is no index that fits; {@link
 *     IndexPolicy#REBUILD_OR_TEMPORARY}
 * @param indexDirectory where the index is kept; none, which is the dataset's folder, and for
 *     remote datasets nowhere
 * @param openShards most shards whose file and metadata are kept open at a time, and fewer when
 *     their metadata takes more than an eighth of the heap; 256
 * @param idleBytes most bytes of read buffers kept for the next shard when no reader uses them; 256
 *     MiB
 * @param notices told, in one sentence each, what was done otherwise than asked, and what was
 *     damaged, by any of the threads that read; nobody
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

  /** The defaults named above. */
  public static final ReaderOptions DEFAULT =
      new ReaderOptions(
          OnDamage.FAIL,
          true,
          Limits.DEFAULT,
          false,
          HttpOptions.DEFAULT,
          Optional.empty(),
          IndexPolicy.REBUILD_OR_TEMPORARY,
          Optional.empty(),
          256,
          256L << 20,
          notice -> {});

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

  /** These options with another {@code onDamage}. */
  public ReaderOptions withOnDamage(OnDamage value) {
    return new ReaderOptions(
        value,
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

  /** These options with another {@code verify}. */
  public ReaderOptions withVerify(boolean value) {
    return new ReaderOptions(
        onDamage,
        value,
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

  /** These options with other {@code limits}. */
  public ReaderOptions withLimits(Limits value) {
    return new ReaderOptions(
        onDamage,
        verify,
        value,
        direct,
        http,
        cache,
        indexPolicy,
        indexDirectory,
        openShards,
        idleBytes,
        notices);
  }

  /** These options with another {@code direct}. */
  public ReaderOptions withDirect(boolean value) {
    return new ReaderOptions(
        onDamage,
        verify,
        limits,
        value,
        http,
        cache,
        indexPolicy,
        indexDirectory,
        openShards,
        idleBytes,
        notices);
  }

  /** These options with another {@code http}. */
  public ReaderOptions withHttp(HttpOptions value) {
    return new ReaderOptions(
        onDamage,
        verify,
        limits,
        direct,
        value,
        cache,
        indexPolicy,
        indexDirectory,
        openShards,
        idleBytes,
        notices);
  }

  /** These options with this prefix cache. */
  public ReaderOptions withCache(PrefixCache value) {
    return new ReaderOptions(
        onDamage,
        verify,
        limits,
        direct,
        http,
        Optional.of(value),
        indexPolicy,
        indexDirectory,
        openShards,
        idleBytes,
        notices);
  }

  /** These options with another {@code indexPolicy}. */
  public ReaderOptions withIndexPolicy(IndexPolicy value) {
    return new ReaderOptions(
        onDamage,
        verify,
        limits,
        direct,
        http,
        cache,
        value,
        indexDirectory,
        openShards,
        idleBytes,
        notices);
  }

  /** These options with this {@code indexDirectory}. */
  public ReaderOptions withIndexDirectory(Path value) {
    return new ReaderOptions(
        onDamage,
        verify,
        limits,
        direct,
        http,
        cache,
        indexPolicy,
        Optional.of(value),
        openShards,
        idleBytes,
        notices);
  }

  /** These options with another {@code openShards}. */
  public ReaderOptions withOpenShards(int value) {
    return new ReaderOptions(
        onDamage,
        verify,
        limits,
        direct,
        http,
        cache,
        indexPolicy,
        indexDirectory,
        value,
        idleBytes,
        notices);
  }

  /** These options with another {@code idleBytes}. */
  public ReaderOptions withIdleBytes(long value) {
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
        value,
        notices);
  }

  /** These options with other {@code notices}. */
  public ReaderOptions withNotices(Consumer<String> value) {
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
        value);
  }
}
