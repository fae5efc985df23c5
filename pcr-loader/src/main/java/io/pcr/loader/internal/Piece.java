package io.pcr.loader.internal;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Samples of one shard that are read together, kept until the last batch that needs them has been
 * decoded. Thread-safe.
 */
final class Piece {
  private final Shard shard;
  private final int[] ordinals;
  private final CompletableFuture<ShardReader> reader = new CompletableFuture<>();

  /** Changed by the planning thread, read by it and by the one that releases. */
  private volatile long lastBatch;

  /** Guarded by the store. */
  long reservedBytes;

  private final PrefixUse prefix;
  private volatile boolean isFromCache;

  /**
   * @param ordinals of the samples, ascending; empty for all samples of the shard
   */
  Piece(Shard shard, int[] ordinals) {
    this(shard, ordinals, PrefixUse.NONE);
  }

  /**
   * @param ordinals of the samples, ascending; empty for all samples of the shard
   * @param prefix what is done about the cache before
   */
  Piece(Shard shard, int[] ordinals, PrefixUse prefix) {
    this.shard = shard;
    this.ordinals = ordinals;
    this.prefix = prefix;
  }

  /** Asks the cache, before the piece is read. */
  void prepare() throws IOException {
    isFromCache = prefix.prepare();
  }

  /** Says that it has been read. */
  void end() {
    prefix.end();
  }

  /** Whether it was read from the cache. */
  boolean isFromCache() {
    return isFromCache;
  }

  Shard shard() {
    return shard;
  }

  /** The samples to read; empty for all of the shard. */
  int[] ordinals() {
    return ordinals;
  }

  boolean isWholeShard() {
    return ordinals.length == 0;
  }

  CompletableFuture<ShardReader> reader() {
    return reader;
  }

  long lastBatch() {
    return lastBatch;
  }

  void neededBy(long batch) {
    lastBatch = Math.max(lastBatch, batch);
  }

  void neededUntil(long batch) {
    lastBatch = Math.min(lastBatch, batch);
  }

  /** Runs something once the samples have been read, or could not be. */
  void whenRead(Runnable then) {
    CompletableFuture<?> unused = reader.whenComplete((samples, failure) -> then.run());
  }

  /**
   * A sample, which has been read.
   *
   * @param number among those of the piece
   * @return empty when it is damaged and is to be skipped
   */
  Optional<Sample> sample(int number) throws IOException {
    return reader.join().sample(number);
  }

  /** Closes what has been read, and what will have been read when a read ends. */
  void close() throws IOException {
    if (reader.completeExceptionally(new AlreadyClosedException("the loader"))) {
      return; // Who reads it closes it, as nobody took it.
    }
    if (!reader.isCompletedExceptionally()) {
      reader.join().close();
    }
  }
}
