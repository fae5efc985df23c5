package io.pcr.reader.cache;

import static java.util.Objects.requireNonNull;

import io.pcr.format.internal.text.FailureText;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A directory of shard prefixes on a local disk, with a limit in bytes. It evicts the least
 * recently used prefix first. A cached shard is a truncated shard that any reader can read. When a
 * read needs a higher fidelity, the cache fetches and appends only the missing bytes.
 *
 * <p>Thread-safe. Several processes on one machine may share a directory, and a process may be
 * killed at any moment. A cache holds nothing open and needs no closing. The cache only makes reads
 * faster: when it cannot be read or written, reads continue from the origin, with a notice; half a
 * minute later it tries to write again. It deletes only its own entries, and rejects a directory
 * that contains anything else. A cache that cannot be written, for example another user's, still
 * serves what it holds.
 */
public final class PrefixCache {
  /**
   * Several times as long as writing a shard takes; a process that holds the lock longer has been
   * stopped.
   */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(5);

  /** What it keeps besides prefixes of remote files. */
  private enum Scope {
    REMOTE,
    ALL,
    FIXED
  }

  private final CacheDirectory directory;
  private final Scope scope;

  /** The entries that it keeps, if its scope is fixed. */
  private final Set<Path> fixed;

  private final Consumer<String> notices;
  private final LongAdder bytesFromCache = new LongAdder();
  private final LongAdder bytesFromOrigin = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  /**
   * What a cache has done since it was opened, in this process.
   *
   * @param bytesFromCache bytes served from local files
   * @param bytesFromOrigin bytes fetched from the origin
   * @param evictions entries deleted to make room
   */
  public record Statistics(long bytesFromCache, long bytesFromOrigin, long evictions) {}

  private PrefixCache(
      CacheDirectory directory, Scope scope, Set<Path> fixed, Consumer<String> notices) {
    this.directory = directory;
    this.scope = scope;
    this.fixed = fixed;
    this.notices = notices;
  }

  /**
   * Opens a cache. Creates its directory if it does not exist.
   *
   * @param maxBytes the largest number of bytes of all entries together; it holds if all processes
   *     that share the directory give the same number
   * @param notices receives one sentence whenever the cache cannot work; any reading thread may
   *     call it
   * @throws IOException when the directory contains anything that is not a cache, or cannot be
   *     created
   */
  public static PrefixCache open(Path directory, long maxBytes, Consumer<String> notices)
      throws IOException {
    return open(directory, maxBytes, notices, LOCK_WAIT);
  }

  static PrefixCache open(
      Path directory, long maxBytes, Consumer<String> notices, Duration lockWait)
      throws IOException {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes " + maxBytes);
    }
    requireNonNull(notices, "notices");
    PrefixCache cache =
        new PrefixCache(
            CacheDirectory.open(directory, maxBytes, lockWait), Scope.REMOTE, Set.of(), notices);
    try {
      cache.directory.shrink();
    } catch (IOException e) {
      cache.notice("could not write to", e); // What it holds can be read all the same.
    }
    return cache;
  }

  /**
   * A source that serves the cached prefix of {@code origin} from disk. It adds what it fetches to
   * the cache if that continues the cached prefix; other reads go to the origin and are not cached.
   * The caller closes the source.
   *
   * @param origin the object to cache; closing the returned source also closes it
   */
  public ByteSource cached(ByteSource origin, CacheIdentity identity) {
    return new CachedByteSource(this, origin, identity, directory.entry(identity));
  }

  /**
   * This cache, which also keeps prefixes of files in folders of this machine. That is useful when
   * the cache's directory is on a faster disk.
   */
  public PrefixCache withLocalFiles() {
    return new PrefixCache(directory, Scope.ALL, Set.of(), notices);
  }

  /**
   * This cache, which keeps these objects only, in folders of this machine too, and never evicts
   * them. Other entries of the directory make room for them.
   */
  public PrefixCache withFixed(Set<CacheIdentity> objects) {
    Set<Path> entries = objects.stream().map(directory::entry).collect(Collectors.toSet());
    return new PrefixCache(directory.withFixed(entries), Scope.FIXED, entries, notices);
  }

  /** Whether it keeps prefixes of files in folders of this machine. */
  public boolean hasLocalFiles() {
    return scope != Scope.REMOTE;
  }

  /** What is known about a prefix that a cache was asked to keep. */
  public enum Kept {
    /** It was there already. */
    BEFORE,
    /** It has been fetched. */
    NOW,
    /** It is not there: there is no room, the cache is not for it, or it cannot be written. */
    NOT
  }

  /**
   * Makes the cache hold the first bytes of an object: fetches those that are missing, and appends
   * them.
   *
   * @param source made by {@link #cached}; any other is not kept
   * @param length of the prefix
   * @throws IOException when the origin cannot be read
   */
  public static Kept keep(ByteSource source, long length) throws IOException {
    return source instanceof CachedByteSource cached ? cached.keep(length) : Kept.NOT;
  }

  /**
   * Whether the cache holds the first bytes of an object now.
   *
   * @param source made by {@link #cached}; any other is not held
   */
  public static boolean holds(ByteSource source, long length) {
    return source instanceof CachedByteSource cached && cached.holds(length);
  }

  /** What this cache has done so far. */
  public Statistics statistics() {
    return new Statistics(bytesFromCache.sum(), bytesFromOrigin.sum(), evictions.sum());
  }

  long read(Path entry, long position, ByteBuffer dst, boolean touch) throws IOException {
    int before = dst.remaining();
    long length = CacheDirectory.read(entry, position, dst);
    bytesFromCache.add(before - dst.remaining());
    if (touch && length > 0) {
      CacheDirectory.touch(entry);
    }
    return length;
  }

  /** How many bytes it holds of an entry. */
  long held(Path entry) {
    try {
      return CacheDirectory.lengthOf(entry);
    } catch (IOException e) {
      notice("could not read from", e);
      return 0;
    }
  }

  private boolean isFor(Path entry) {
    return scope != Scope.FIXED || fixed.contains(entry);
  }

  void append(Path entry, long position, ByteBuffer bytes) {
    if (!isFor(entry)) {
      return;
    }
    try {
      evictions.add(directory.append(entry, position, bytes));
    } catch (IOException e) {
      notice("could not write to", e);
    }
  }

  void delete(Path entry) {
    try {
      directory.delete(entry);
    } catch (IOException e) {
      notice("could not delete from", e);
    }
  }

  /** Whether an entry of a length may be in it. */
  boolean mayHold(Path entry, long length) {
    return isFor(entry) && length <= directory.maxBytes();
  }

  /** Whether nothing is kept for a while, as the directory could not be written. */
  boolean isPaused() {
    return directory.isPaused();
  }

  void fetched(int bytes) {
    bytesFromOrigin.add(bytes);
  }

  void notice(String what, IOException problem) {
    notices.accept(what + " the prefix cache: " + FailureText.of(problem));
  }
}
