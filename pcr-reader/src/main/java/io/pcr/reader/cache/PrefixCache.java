package io.pcr.reader.cache;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A directory of shard prefixes on local disk, bounded in bytes, least recently used first out. A
 * cached shard is a truncated shard, readable as such by any reader; raising the fidelity fetches
 * and appends only what is missing.
 *
 * <p>Thread-safe, and safe to share between processes on one machine; a process may be killed at
 * any instant. The directory holds nothing to be closed. The cache is an accelerator: when it
 * cannot be read or written, reading goes on from the origin, with a notice. It deletes nothing but
 * its own entries, and refuses a directory that holds anything else. A cache that cannot be
 * written, such as another user's, serves what it holds.
 */
public final class PrefixCache {
  /** Several times what writing a shard takes; who holds the lock longer has been stopped. */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(5);

  private final CacheDirectory directory;
  private final Consumer<String> notices;
  private final LongAdder bytesFromCache = new LongAdder();
  private final LongAdder bytesFromOrigin = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  /**
   * What a cache has done since it was opened, in this process.
   *
   * @param bytesFromCache bytes served from local files
   * @param bytesFromOrigin bytes fetched
   * @param evictions entries deleted to make room
   */
  public record Statistics(long bytesFromCache, long bytesFromOrigin, long evictions) {}

  private PrefixCache(CacheDirectory directory, Consumer<String> notices) {
    this.directory = directory;
    this.notices = notices;
  }

  /**
   * Opens a cache, creating its directory when it is not there.
   *
   * @param maxBytes bound on the bytes of all entries together, kept by all processes that were
   *     given the same one
   * @param notices told in one sentence whenever the cache could not do its work, by any of the
   *     threads that read
   * @throws IOException when the directory holds anything but a cache, or cannot be made
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
        new PrefixCache(CacheDirectory.open(directory, maxBytes, lockWait), notices);
    try {
      cache.directory.shrink();
    } catch (IOException e) {
      cache.notice("could not write to", e); // What it holds can be read all the same.
    }
    return cache;
  }

  /**
   * A source that serves what is cached of {@code origin} from disk and keeps what it has to fetch,
   * as long as that goes on where the cached prefix ends; other reads pass through.
   *
   * @param origin closed with the returned source
   */
  public ByteSource cached(ByteSource origin, CacheIdentity identity) {
    return new CachedByteSource(this, origin, identity, directory.entry(identity));
  }

  /** What happened so far. */
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

  void append(Path entry, long position, ByteBuffer bytes) {
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

  void fetched(int bytes) {
    bytesFromOrigin.add(bytes);
  }

  void notice(String what, IOException problem) {
    notices.accept(what + " the prefix cache: " + problem);
  }
}
