package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pieces that are held at this time, by what they are. Reads new ones on threads of its own,
 * and closes those that no batch needs any more. Thread-safe.
 */
final class PieceStore {
  private final Map<Name, Piece> pieces = new HashMap<>();
  private final Workers threads;
  private final MemoryBudget budget;
  private final OnDamage onDamage;
  private final Counters counters;
  private volatile boolean closed;

  PieceStore(Workers threads, MemoryBudget budget, OnDamage onDamage, Counters counters) {
    this.threads = threads;
    this.budget = budget;
    this.onDamage = onDamage;
    this.counters = counters;
  }

  /** The same samples at another fidelity are another piece. */
  private record Name(Object samples, Fidelity fidelity) {}

  /** Makes a piece that has not been read. */
  @FunctionalInterface
  interface Making {
    Piece make() throws IOException;
  }

  /**
   * The piece of some samples; a new one is read as soon as there is memory for it.
   *
   * @param samples their name
   * @param batch that needs it first
   * @param lastBatch behind which nothing needs it
   * @return null when the loader has been closed
   */
  Piece get(Object samples, long batch, long lastBatch, Fidelity fidelity, Making make)
      throws IOException, InterruptedException {
    Name name = new Name(samples, fidelity);
    Piece piece;
    synchronized (this) {
      piece = pieces.get(name);
      if (piece != null) {
        piece.neededBy(lastBatch);
        return piece;
      }
    }
    piece = make.make();
    long bytes = estimate(piece, fidelity);
    if (!budget.reserve(bytes, batch)) {
      return null;
    }
    synchronized (this) {
      piece.reservedBytes = bytes;
      piece.neededBy(lastBatch);
      pieces.put(name, piece);
    }
    Piece toRead = piece;
    threads.execute(() -> read(toRead, fidelity));
    return piece;
  }

  /** What a piece takes, as far as it can be told before its shard has been read. */
  private long estimate(Piece piece, Fidelity fidelity) throws IOException {
    Shard shard = piece.shard();
    long all = shard.prefixLength(shard.groupCount() == 1 ? Fidelity.FULL : fidelity);
    return piece.isWholeShard()
        ? all
        : all * piece.ordinals().length / Math.max(1, shard.sampleCount());
  }

  private void read(Piece piece, Fidelity fidelity) {
    if (closed) {
      piece.reader().completeExceptionally(new AlreadyClosedException("the loader"));
      return;
    }
    long begun = System.nanoTime();
    counters.readBegins(begun);
    try {
      Shard shard = piece.shard();
      piece.prepare();
      ShardReader reader =
          piece.isWholeShard()
              ? shard.read(fidelity, onDamage)
              : shard.read(piece.ordinals(), fidelity, onDamage);
      counters.read(System.nanoTime() - begun);
      if (!piece.reader().complete(reader)) {
        reader.close();
      }
      piece.end();
    } catch (Throwable e) { // Whoever waits for the piece gets it, whatever it is.
      piece.reader().completeExceptionally(e);
    } finally {
      counters.readEnds(System.nanoTime());
    }
  }

  /** Says that batches behind one need none of the pieces that there are. */
  synchronized void neededUntil(long batch) {
    pieces.values().forEach(piece -> piece.neededUntil(batch));
  }

  /** Closes the pieces that no batch behind this one needs. */
  void release(long batch) throws IOException {
    List<Piece> done = new ArrayList<>();
    synchronized (this) {
      pieces
          .values()
          .removeIf(
              piece -> {
                boolean isDone = piece.lastBatch() <= batch;
                if (isDone) {
                  done.add(piece);
                }
                return isDone;
              });
    }
    close(done);
  }

  /** Begins no more reads. */
  void stop() {
    closed = true;
  }

  /** Closes all pieces, when no thread uses or reads any. */
  void close() throws IOException {
    release(Long.MAX_VALUE);
  }

  private void close(List<Piece> done) throws IOException {
    IOException failure = null;
    for (Piece piece : done) {
      budget.release(piece.reservedBytes);
      try {
        piece.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
