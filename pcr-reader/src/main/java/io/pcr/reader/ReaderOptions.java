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
 * Options for reading a dataset. Immutable and thread-safe. Start with {@link #DEFAULT} and change
 * one option with each {@code with} method.
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
 * @param indexDirectory the folder that keeps the index; default none: a local dataset then keeps
 *     it in its own folder, a remote dataset does not keep it
 * @param openShards the largest number of shards whose file and metadata stay open while nobody
 *     reads them; fewer stay open when their metadata takes more than an eighth of the heap;
 *     default 256
 * @param idleBytes the largest number of bytes in unused read buffers that are kept for the next
 *     shard; default 256 MiB
 * @param notices receives one sentence for each thing that was damaged or that the reader did
 *     otherwise than asked; any reading thread may call it; default: nobody receives them
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
