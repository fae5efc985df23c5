package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.batch.BatchPlan;
import io.pcr.loader.batch.Rank;
import io.pcr.loader.order.LiquidOrder;
import io.pcr.loader.order.LiquidTurn;
import io.pcr.loader.view.Selection;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The samples that the buffers of a rank hold in the order {@code liquid} (spec/loader.md 4.4): has
 * those read that a turn reads, and lets those go that a turn gives and does not keep. A sample
 * that should be in a buffer and is not is read by itself: at the start of a run, or after a
 * resume, the buffers are empty. For one thread.
 */
final class LiquidBuffers {
  private final LoaderPart part;
  private final BatchPlan plan;
  private final PieceStore store;
  private final int firstLane;
  private final int endLane;

  /** By the index of the sample. */
  private final Map<Long, Held> held = new HashMap<>();

  /** The epoch of the batch that was planned last; -1 before the first. */
  private long epoch = -1;

  /**
   * A sample in memory.
   *
   * @param epoch in which it was read
   */
  private record Held(Piece piece, long epoch) {}

  LiquidBuffers(LoaderPart part, BatchPlan plan, PieceStore store, int lanes, Rank rank) {
    this.part = part;
    this.plan = plan;
    this.store = store;
    this.firstLane = lanes / rank.ranks() * rank.rank();
    this.endLane = firstLane + lanes / rank.ranks();
  }

  /**
   * Finds the pieces of a batch's entries, and has read what its turns read.
   *
   * @return false when the loader has been closed
   */
  boolean plan(PlannedBatch batch) throws IOException, InterruptedException {
    if (epoch >= 0 && epoch != batch.epoch) {
      leaveOut(batch.absolute);
    }
    epoch = batch.epoch;
    Set<Long> kept = new HashSet<>();
    for (int lane = firstLane; lane < endLane; lane++) {
      if (!order(epoch).hasTurn(lane, batch.number)) {
        continue;
      }
      LiquidTurn turn = order(epoch).turn(lane, batch.number);
      for (long index : turn.read()) {
        if (hold(index, batch.absolute) == null) {
          return false;
        }
      }
      addKept(turn, kept);
    }
    for (int entry = 0; entry < batch.entries.size(); entry++) {
      Held found = hold(batch.entries.index(entry), batch.absolute);
      if (found == null) {
        return false;
      }
      batch.pieces[entry] = found.piece;
      batch.wasHeld[entry] = found.epoch < epoch;
    }
    for (int entry = 0; entry < batch.entries.size(); entry++) {
      if (!kept.contains(batch.entries.index(entry))) {
        letGo(batch.entries.index(entry), batch.absolute);
      }
    }
    return true;
  }

  /** Ends an epoch whose last samples no batch has: only those that it keeps stay in memory. */
  private void leaveOut(long nextBatch) {
    for (int lane = firstLane; lane < endLane; lane++) {
      for (long turn = plan.batches(); order(epoch).hasTurn(lane, turn); turn++) {
        LiquidTurn left = order(epoch).turn(lane, turn);
        for (int i = 0; i < left.given().length; i++) {
          if (!left.kept()[i]) {
            letGo(left.given()[i], nextBatch - 1);
          }
        }
      }
    }
  }

  private LiquidOrder order(long of) {
    return (LiquidOrder) plan.order(0, of);
  }

  private static void addKept(LiquidTurn turn, Set<Long> kept) {
    for (int i = 0; i < turn.given().length; i++) {
      if (turn.kept()[i]) {
        kept.add(turn.given()[i]);
      }
    }
  }

  /** The sample in memory, read if it is not there; null when the loader has been closed. */
  private Held hold(long index, long batch) throws IOException, InterruptedException {
    Held found = held.get(index);
    if (found == null) {
      Selection selection = part.selection();
      int shard = selection.counts().shardOf(index);
      int ordinal = selection.ordinal(shard, (int) (index - selection.counts().start(shard)));
      Piece piece = new Piece(part.dataset().shards().get(shard), new int[] {ordinal});
      if (store.get(piece, batch, Long.MAX_VALUE, Fidelity.FULL, () -> piece) == null) {
        return null;
      }
      found = new Held(piece, epoch);
      held.put(index, found);
    }
    return found;
  }

  private void letGo(long index, long lastBatch) {
    Held found = held.remove(index);
    if (found != null) {
      found.piece.neededUntil(lastBatch);
    }
  }
}
