package io.pcr.reader.cache;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.source.SourceReads;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A source whose first bytes may be on local disk. Thread-safe. Made by {@link PrefixCache#cached}.
 *
 * <p>What comes from the disk is as trustworthy as the disk: a reader that finds a checksum wrong
 * and the {@link #origin()} right calls {@link #discard()}; see {@link #healing()}.
 */
final class CachedByteSource implements ByteSource, Healing {
  /**
   * How exactly the order of use is known; marking every use would cost each small read a system
   * call.
   */
  private static final long TOUCH_INTERVAL_NANOS = 1_000_000_000L;

  /** What is fetched with one read when a prefix is to be kept. */
  private static final int KEPT_AT_ONCE = 4 << 20;

  private final PrefixCache cache;
  private final ByteSource origin;
  private final CacheIdentity identity;
  private final Path entry;
  private final AtomicLong touchedAt = new AtomicLong(System.nanoTime() - TOUCH_INTERVAL_NANOS);
  private volatile boolean closed;

  CachedByteSource(PrefixCache cache, ByteSource origin, CacheIdentity identity, Path entry) {
    this.cache = cache;
    this.origin = origin;
    this.identity = identity;
    this.entry = entry;
  }

  @Override
  public long length() {
    return identity.totalLength();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    if (closed) {
      throw new AlreadyClosedException(this);
    }
    SourceReads.checkRead(this, position, dst.remaining(), length());
    int start = dst.position();
    long held = readCached(position, dst);
    int missing = dst.remaining();
    if (missing == 0) {
      return;
    }
    int hits = dst.position() - start;
    ByteBuffer fetched = dst.slice();
    origin.readFully(position + hits, dst);
    cache.fetched(missing);
    if (position + hits == held) {
      cache.append(entry, held, fetched);
    }
  }

  boolean holds(long length) {
    return cache.mayHold(entry, length) && cache.held(entry) >= length;
  }

  /** Fetches what the cache does not hold of the first bytes; one thread does it for all. */
  synchronized PrefixCache.Kept keep(long length) throws IOException {
    if (!cache.mayHold(entry, length)) {
      return PrefixCache.Kept.NOT;
    }
    long held = cache.held(entry);
    if (held >= length) {
      return PrefixCache.Kept.BEFORE;
    }
    if (cache.isPaused()) {
      return PrefixCache.Kept.NOT;
    }
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(KEPT_AT_ONCE, length - held));
    while (held < length) {
      piece.clear().limit((int) Math.min(piece.capacity(), length - held));
      origin.readFully(held, piece);
      cache.fetched(piece.position());
      cache.append(entry, held, piece.flip());
      long now = cache.held(entry);
      if (now <= held) {
        return PrefixCache.Kept.NOT;
      }
      held = now;
    }
    return PrefixCache.Kept.NOW;
  }

  private long readCached(long position, ByteBuffer dst) throws IOException {
    int start = dst.position();
    try {
      long held = cache.read(entry, position, dst, isTouchDue());
      if (held <= length()) {
        return held;
      }
      discard(); // Longer than the object can be.
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      cache.notice("could not read from", e);
    }
    dst.position(start);
    return 0;
  }

  private boolean isTouchDue() {
    long now = System.nanoTime();
    long last = touchedAt.get();
    return now - last >= TOUCH_INTERVAL_NANOS && touchedAt.compareAndSet(last, now);
  }

  @Override
  public Optional<Healing> healing() {
    return Optional.of(this);
  }

  @Override
  public ByteSource origin() {
    return origin;
  }

  @Override
  public void discard() {
    cache.delete(entry);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    origin.close();
  }

  @Override
  public String toString() {
    return origin.toString();
  }
}
